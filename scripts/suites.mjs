// @ts-check
// Every suite of `npm test`, in the order in which they run.
import { at } from './lib/paths.mjs';
import { tool } from './lib/run.mjs';
import { filesBelow } from './lib/stamps.mjs';

/**
 * @typedef {import('./setup/tools.mjs').Group} Group
 * @typedef {import('./build/cmake.mjs').Purpose} Purpose
 * @typedef {{ name: string, about: string,
 *   command: (pattern: string) => string[], needs?: Group[],
 *   catch2?: boolean, deepOnly?: boolean, builds?: Purpose,
 *   long?: boolean, alone?: boolean }} Suite pattern: part of the names of the
 *   tests to run, empty for all; catch2: its output is its record; deepOnly: runs
 *   with --deep, or when it is named; builds: what it needs besides what all
 *   tests need; long: begins first, because others can run beside it; alone: it
 *   measures, so nothing may run beside it
 */

const node = process.execPath;

/** @param {string} pattern @returns {string[]} what Catch2 takes */
const catch2Options = (pattern) => [
  // Catch2 takes its output for a terminal, and would colour it.
  ...['--use-colour', 'no'],
  ...(pattern ? [`*${pattern.replace(/[,[\\]/g, '\\$&')}*`] : []),
];

/**
 * Only of the deep run: the digests already prove that the package's modules
 * give the bits of the native program.
 * @param {string} name @param {string} about @returns {Suite}
 */
const catch2InNode = (name, about) => ({
  name,
  about,
  deepOnly: true,
  builds: 'deep',
  command: (pattern) => [
    node,
    at(`build/${name}/posenc_tests.js`),
    ...catch2Options(pattern),
  ],
  catch2: true,
});

/**
 * The suite of a program that takes a pattern as its last argument.
 * @param {string} name @param {string} about @param {string[]} words
 * @param {Group[]} [needs] @returns {Suite}
 */
const program = (name, about, [file = '', ...words], needs = []) => ({
  name,
  about,
  command: (pattern) =>
    [node, at(file), ...words].concat(pattern ? [pattern] : []),
  needs,
});

/** @param {string} engine @returns {Suite} */
const inBrowser = (engine) =>
  program(
    engine,
    `what can differ in ${engine}: loading, policy, workers, memory, bits`,
    ['tests/engines/run.mjs', engine],
    ['browsers'],
  );

/**
 * The options of Vitest for a pattern: Vitest has one for a part of a file's
 * path, and another for a part of a test's name.
 * @param {string} pattern @returns {string[]}
 */
function vitestOptions(pattern) {
  if (!pattern) return [];
  const folders = ['tests', 'web'].map(at);
  const files = folders
    .flatMap((folder) => filesBelow(folder, (path) => path.includes('.test.')))
    .filter((path) => !path.startsWith(at('tests/engines/')));
  const found = files.some((path) =>
    path.slice(at('').length).includes(pattern),
  );
  if (found) return [pattern];
  const literal = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return ['--testNamePattern', literal];
}

/** @type {Suite[]} */
export const suites = [
  {
    name: 'native',
    about: 'the mathematics, compiled for this machine',
    command: (pattern) => [
      at('build/native/posenc_tests'),
      ...catch2Options(pattern),
    ],
    catch2: true,
  },
  catch2InNode('wasm-simd', 'the same as WebAssembly, in Node'),
  catch2InNode('wasm-scalar', 'the same without SIMD'),
  {
    name: 'node',
    about:
      'the package in Node: unit, formats, cli, fuzz, memory, oracle, readme',
    command: (pattern) => [
      ...tool('vitest/vitest.mjs', 'run'),
      ...['--config', at('tests/vitest.config.mjs')],
      ...vitestOptions(pattern),
    ],
    long: true,
  },
  {
    name: 'golden',
    about: 'reference results',
    command: (pattern) => [
      ...[node, at('tests/golden/run.mjs')],
      ...(pattern ? ['--only', pattern] : []),
    ],
  },
  {
    name: 'models',
    about: 'configurations of models, and what follows from them',
    command: (pattern) => [
      ...[node, at('tests/models/run.mjs')],
      ...(pattern ? ['--only', pattern] : []),
    ],
  },
  program('digest', 'every build gives the same bits', [
    'tests/engines/digest.mjs',
  ]),
  inBrowser('chromium'),
  inBrowser('firefox'),
  inBrowser('webkit'),
  {
    ...program(
      'page',
      'the page: its frame, its lesson and its tables',
      ['tests/page/run.mjs'],
      ['browsers'],
    ),
    long: true,
  },
  {
    ...program(
      'views',
      'the page: RoPE, attention, models, questions, documents, and looks',
      ['tests/page/run-views.mjs'],
      ['browsers'],
    ),
    long: true,
  },
  {
    ...program(
      'bench',
      'speeds beside yardsticks, printed and not judged',
      ['tests/bench/suite.mjs'],
      ['browsers'],
    ),
    alone: true,
    deepOnly: true,
    builds: 'bench',
  },
  program(
    'consumers',
    'the packed package as others use it',
    ['tests/consumers/run.mjs'],
    ['consumers'],
  ),
  {
    ...program(
      'check',
      'format, lint, types, size',
      ['scripts/check.mjs'],
      ['check'],
    ),
    long: true,
  },
];
