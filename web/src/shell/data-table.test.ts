// A table of the page ends where a browser would become slow, and says so.

import { expect, it } from 'vitest';
import { cutWords, mostColumns, mostRows, shownRows } from './data-table.js';

const said = (
  rows: readonly [number, number],
  columns: readonly [number, number],
) => cutWords({ rows, columns }).replaceAll(/\s/g, ' ');

it('says how much is left out, and where it is', () => {
  expect(mostRows).toBe(2000);
  expect(said([2000, 2000], [3, 3])).toBe('');
  expect(said([2000, 2001], [3, 3])).toBe(
    'These are the first 2 000 of 2 001 rows. Save the figure as CSV to get them all.',
  );
  expect(said([20, 20], [128, 512])).toMatch(
    /^These are the first 128 of 512 columns\. /,
  );
  expect(said([20, 30], [128, 512])).toMatch(
    /^These are the first 20 of 30 rows and the first 128 of 512 columns\. /,
  );
});

it('shows no more cells than a browser lays out at ease', () => {
  expect(shownRows(256, mostColumns + 1)).toBe(256);
  expect(shownRows(5000, 10)).toBe(mostRows);
  const rows = shownRows(5000, mostColumns);
  expect(rows).toBeLessThan(mostRows);
  expect(rows * mostColumns).toBeGreaterThan(50_000);
  expect(shownRows(0, 0)).toBe(0);
});
