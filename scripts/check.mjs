// @ts-check
// `npm run check [-- PATTERN]`: checks formats, lints, types, and the package's
// manifest and size. Runs every step whose name contains the pattern, also when
// others fail. The last line is `N passed, N failed`.
import { build } from './build.mjs';
import { ahead } from './check/ahead.mjs';
import { arrows } from './check/arrows.mjs';
import { data } from './check/data.mjs';
import { api, docs } from './check/docs.mjs';
import { documents } from './check/documents.mjs';
import { clangFormat } from './check/format.mjs';
import { glossaryWords } from './check/glossary.mjs';
import { mass, recordMass } from './check/mass.mjs';
import { newerClang } from './check/newer-clang.mjs';
import { attw, publint } from './check/package.mjs';
import { recordSize, size } from './check/size.mjs';
import { texts } from './check/texts.mjs';
import { clangTidy, recordClean } from './check/tidy.mjs';
import { biome, types } from './check/typescript.mjs';
import { script, UserError } from './lib/run.mjs';
import { runTests } from './lib/run-tests.mjs';
import { setup } from './setup.mjs';

/** @type {import('./check/step.mjs').Step[]} */
const steps = [
  clangFormat,
  biome,
  data,
  ...types,
  arrows,
  texts,
  docs,
  api,
  documents(() => names),
  glossaryWords,
  mass,
  size,
  publint,
  attw,
  ...clangTidy,
];

/** Steps that write what others compare with: they run when they are named. */
const records = [recordClean, recordMass, recordSize];

/** A machine without newer compilers has no steps for them. */
const names = [...steps, ...records]
  .map(([name]) => name)
  .concat('newer-clang');

/**
 * The steps whose names contain a pattern. Other compilers take minutes: they are
 * for `--deep`, or when they are named.
 * @param {string} pattern
 */
function stepsFor(pattern) {
  const all = process.env.POSENC_DEEP === '1' || pattern !== '';
  const chosen = [
    ...[...steps, ...(all ? newerClang : [])].filter(([name]) =>
      name.includes(pattern),
    ),
    ...records.filter(([name]) => name === pattern),
  ];
  if (chosen.length > 0) return chosen;
  throw new UserError(
    `no step of the checks is called ${pattern}; there are ${names.join(', ')}`,
  );
}

await script(async () => {
  const pattern = process.argv.slice(2).join(' ');
  const chosen = stepsFor(pattern);
  await setup(['build', 'check']);
  await build('package');
  // No limit: some steps check many files, and record each of them.
  await runTests(ahead(chosen), '', Infinity);
});
