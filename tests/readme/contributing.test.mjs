// The commands and files that CONTRIBUTING names exist, and its table lists
// every suite.
import { expect, it } from 'vitest';
import { suites } from '../../scripts/suites.mjs';
import { deadLinks, missingFiles, textOf } from './pages.mjs';

const text = textOf('CONTRIBUTING.md');
const { scripts } = JSON.parse(textOf('package.json'));
const names = suites.map(({ name }) => name);

const unique = (/** @type {RegExp} */ pattern) => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
];

it.each(unique(/npm run ([\w-]+)/g))('npm run %s', (name) => {
  expect(scripts).toHaveProperty([name]);
});

it.each(unique(/npm test -- ([a-z][\w-]*)/g))('npm test -- %s', (name) => {
  expect(names).toContain(name);
});

it.each(names)('the suite %s is in the table', (name) => {
  expect(text).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|$`, 'm'));
});

it('files that it names are there', () => {
  expect(missingFiles(text)).toEqual([]);
  expect(deadLinks('CONTRIBUTING.md')).toEqual([]);
});
