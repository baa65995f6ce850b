// @ts-check
/**
 * The tests that run in browsers. The digests prove that a browser computes the
 * same bits as Node, so only Node tests whether values are right. Browsers run
 * the tests of what can differ between engines.
 */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const tests = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} folder below tests @returns {string[]} its test files */
const all = (folder) =>
  readdirSync(tests + folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);

/** Tests of what can depend on the user's language. */
const languages = [
  'engines/browser/language.test.ts',
  // Decimals, which the engine itself converts.
  'formats/text.test.ts',
];

/** Tests of everything that can differ. */
const everything = [
  // Policy, worker, growth of memory, ways of loading that only browsers have;
  // and the digests, with a sample of each method in every variant.
  ...all('engines/browser'),
  // Bytes, DataView, TextEncoder, and decimals.
  ...all('formats'),
  // Modules that are refused, and the text of the error.
  'unit/load.test.ts',
  // Typed arrays of every kind, detached and shared ones among them.
  'unit/out.test.ts',
  'unit/tensor.test.ts',
  // Views of a memory that grows.
  'unit/resident.test.ts',
  // Proxies, getters, objects without a prototype.
  'unit/getters.test.ts',
];

/**
 * The runs of one engine: without a language (`LANG=C`, as in containers), and
 * in a language that writes numbers differently from English.
 * @type {{ locale: string, files: string[] }[]}
 */
export const runs = [
  { locale: 'C', files: everything },
  { locale: 'de_DE.UTF-8', files: languages },
].map(({ locale, files }) => ({
  locale,
  files: files.map((file) => tests + file),
}));
