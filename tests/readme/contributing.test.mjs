// The commands and files that CONTRIBUTING names exist, and its table lists
// every suite.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import { suites } from '../../scripts/suites.mjs';

const text = readFileSync(at('CONTRIBUTING.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
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

it.each(unique(/((?:scripts|tests)\/[\w./-]+\.(?:mjs|ts))/g))(
  '%s is there',
  (file) => {
    expect(existsSync(at(file))).toBe(true);
  },
);
