// What docs/which.md says in its tables holds: calls run, and each model that it
// names by its word of `model_type` does what the row says.
import { load } from 'posenc';
import { expect, it } from 'vitest';
import { textOf } from './pages.mjs';

const pe = await load();

/** @param {string} page @returns {string[][]} the cells of its tables */
const tableCells = (page) =>
  textOf(page)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));

/** @param {string} text @returns {string[]} */
const codesIn = (text) =>
  Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

const codes = codesIn(textOf('docs/which.md'));
const calls = [...new Set(codes.filter((code) => /^pe\.\w+\(/.test(code)))];

it.each(calls)('%s', (code) => {
  const made = new Function('pe', `return ${code};`)(pe);
  expect(made.data ?? made.rotate).toBeDefined();
});

const families = tableCells('docs/families.md');

/** Rows of methods, with the models that have them. */
const claims = tableCells('docs/which.md')
  .filter((cells) => cells.length === 6)
  .flatMap(([, , , , models = '', call = '']) => {
    const [, name, method] = call.match(/pe\.(\w+)\(|method: '(\w+)'/) ?? [];
    return codesIn(models).map((word) => ({ word, method: name ?? method }));
  });

it('the tables name models', () => expect(claims.length).toBeGreaterThan(30));

it.each(claims)('$word has $method', ({ word, method }) => {
  expect(pe).toHaveProperty([method ?? '']);
  const rows = families.filter(([cell = '']) => cell.includes(`\`${word}\``));
  const named = new RegExp(`\\b${method}\\b`);
  expect(rows.some(([, ...cells]) => named.test(cells.join(' ')))).toBe(true);
});
