// @ts-check
// `npm run new -- table NAME` lays the files of a new table method, under a name
// such as `triangle-wave`; `npm run new -- part NAME METHOD…` those of an entry
// with some methods of the package. Both say what to do next.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { at } from './lib/paths.mjs';
import { find, must, script, tool, UserError } from './lib/run.mjs';
import { freeNames } from './new/names.mjs';
import { partFiles } from './new/part.mjs';
import { MARK, tableFiles } from './new/table.mjs';

const USAGE =
  'usage: npm run new -- table NAME, such as triangle-wave\n' +
  '       npm run new -- part NAME METHOD…, such as gates forgetting urpe';

/** Formats files, whose lines may be longer than those of the model. @param {string[]} paths */
async function format(paths) {
  const cpp = paths.filter((path) => path.endsWith('pp'));
  const clangFormat = find('clang-format');
  if (clangFormat && cpp.length > 0) await must([clangFormat, '-i', ...cpp]);
  const rest = paths.filter((path) => path.endsWith('.ts'));
  const biome = tool('@biomejs/biome/bin/biome', 'check', '--write');
  await must([...biome, ...rest], { quiet: true });
  return clangFormat || cpp.length === 0
    ? ''
    : 'There is no clang-format here: `npm run setup`, ' +
        'then `npm run format`.\n';
}

/**
 * Writes files, formats them and lists them.
 * @param {Map<string, string>} files @returns {Promise<string>} what to say
 */
async function lay(files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  const paths = [...files.keys()];
  const note = await format(paths.map(at));
  process.stdout.write(`${paths.join('\n')}\n\n`);
  return note;
}

/** @param {string} name */
async function layTable(name) {
  const names = freeNames(name);
  const note = await lay(tableFiles(names));
  const { camel, kebab, snake } = names;
  process.stdout.write(`The table ${camel} works already: it gives what \`normalised\` gives.
${note}Next:
  git grep --untracked "${MARK}"  finds what to change; remove each mark then
  npm test -- native ${snake}
  npm test -- node ${kebab}
  npm run docs  writes its reference page
Write by hand: a bound of its error in tests/oracle/closed.test.ts, a line in
CHANGELOG.md, and one in the list of methods in docs/tables.md.
`);
}

/** @param {string} name @param {string[]} methods */
async function layPart(name, methods) {
  await lay(await partFiles(name, methods));
  process.stdout.write(`The build makes the entry posenc/${name}. Next:
  git grep --untracked "${MARK}"  finds what to change; remove each mark then
  npm run docs  builds, and writes the part into documents
  npm run check -- size-record  writes its limit
Write by hand: a line in CHANGELOG.md.
`);
}

await script(async () => {
  const [what, name, ...more] = process.argv.slice(2);
  if (name && what === 'table' && more.length === 0) await layTable(name);
  else if (name && what === 'part' && more.length > 0) {
    await layPart(name, more);
  } else throw new UserError(USAGE);
});
