// @ts-check
// `npm run new -- table NAME`: lays the files of a new table method, under a
// name such as `triangle-wave`, and says what to do next.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { at } from './lib/paths.mjs';
import { find, must, script, tool, UserError } from './lib/run.mjs';
import { freeNames } from './new/names.mjs';
import { MARK, tableFiles } from './new/table.mjs';

const USAGE = 'usage: npm run new -- table NAME, such as triangle-wave';

/** Formats files, whose lines may be longer than those of the model. @param {string[]} paths */
async function format(paths) {
  const cpp = paths.filter((path) => path.endsWith('pp'));
  const clangFormat = find('clang-format');
  if (clangFormat) await must([clangFormat, '-i', ...cpp]);
  const rest = paths.filter((path) => path.endsWith('.ts'));
  const biome = tool('@biomejs/biome/bin/biome', 'check', '--write');
  await must([...biome, ...rest], { quiet: true });
  return clangFormat
    ? ''
    : 'There is no clang-format here: `npm run setup`, ' +
        'then `npm run format`.\n';
}

await script(async () => {
  const [what, name, ...more] = process.argv.slice(2);
  if (what !== 'table' || name === undefined || more.length > 0) {
    throw new UserError(USAGE);
  }
  const names = freeNames(name);
  const files = tableFiles(names);
  for (const [path, text] of files) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  const paths = [...files.keys()];
  const note = await format(paths.map(at));
  const { camel, kebab, snake } = names;
  process.stdout.write(`${paths.join('\n')}

The table ${camel} works already: it gives what \`normalised\` gives.
${note}Next:
  git grep --untracked "${MARK}"  finds what to change; remove each mark then
  npm test -- native ${snake}
  npm test -- node ${kebab}
  npm run docs  writes its reference page
Write by hand: a bound of its error in tests/oracle/closed.test.ts, a line in
CHANGELOG.md, and one in the list of methods in docs/tables.md.
`);
});
