// @ts-check
// `npm run families -- WORDS.txt` compares the words of a list of families with
// those that are known here; `npm run families -- FOLDER` reads all configurations
// below a folder. The exit code is 1 if a family is missing or guessed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  compareConfigs,
  compareWords,
  lacks,
  reportText,
  wordsIn,
} from './families/compare.mjs';
import { ourFamilies } from './families/ours.mjs';
import { script, UserError } from './lib/run.mjs';

const USAGE = `npm run families -- LIST | FOLDER [FLAG…]
  LIST      a file of model_type words, several a line, # before a comment;
            gguf:WORD is an architecture of GGUF files
  FOLDER    a folder with configurations, config.json or NAME.json
  --stale   the list is whole: also tell which of our families it lacks
  --json    print the report as JSON
`;

/**
 * Whether an object says what model it is. Others, such as the settings of a
 * tokenizer, lie beside configurations.
 * @param {Record<string, unknown> | null} config
 */
const isConfig = (config) =>
  ['model_type', 'architectures', '_class_name'].some((key) => config?.[key]);

/** The configurations below a folder. @param {string} folder */
function configsIn(folder) {
  /** @type {Map<string, unknown>} */
  const configs = new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.sort()) {
    if (!file.endsWith('.json')) continue;
    const path = join(folder, file);
    try {
      const read = JSON.parse(readFileSync(path, 'utf8'));
      // Test cases have the configuration inside.
      const config = read?.config ?? read;
      if (isConfig(config)) configs.set(relative(folder, path), config);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new UserError(`families: ${path} is no JSON: ${message}`);
    }
  }
  if (configs.size > 0) return configs;
  throw new UserError(`families: no configuration is below ${folder}`);
}

/** @param {string[]} given */
function readFlags(given) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        stale: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new UserError(`families: ${message}\n${USAGE}`);
  }
}

/** @param {string} path */
function isFolder(path) {
  try {
    return statSync(path).isDirectory();
  } catch {
    throw new UserError(`families: there is no ${path}`);
  }
}

await script(async () => {
  const { values, positionals } = readFlags(process.argv.slice(2));
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const [path, more] = positionals;
  if (path === undefined || more !== undefined) throw new UserError(USAGE);
  const folder = isFolder(path);
  const ours = await ourFamilies();
  const report = folder
    ? compareConfigs(configsIn(path), ours)
    : compareWords(wordsIn(readFileSync(path, 'utf8')), ours);
  const { stale, ...others } = report;
  const told = values.stale ? report : others;
  process.stdout.write(
    values.json
      ? `${JSON.stringify(told, undefined, 2)}\n`
      : reportText(report, values.stale),
  );
  if (lacks(report)) process.exitCode = 1;
});
