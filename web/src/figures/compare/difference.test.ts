// The difference of two tables, by hand and against the package's own numbers.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import type { Grid } from '../../plot/grid.js';
import { tableFor } from '../desk/testing.js';
import { differenceOf } from './difference.js';
import { comparedPart, differenceWords } from './words.js';

function differ(a: Grid, b: Grid) {
  const work = differenceOf(a, b);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function grid(rows: number, values: number[]): Grid {
  return {
    rows,
    columns: values.length / rows,
    values: Float64Array.from(values),
  };
}

it('is of what both have, and says where it is largest', () => {
  const a = grid(2, [1, 2, 3, 4, 5, 6]);
  const b = grid(3, [1, 0, 4, 9, 0, 0]);
  const { grid: off, facts } = differ(a, b);
  expect([...off.values]).toEqual([0, 2, 0, -4]);
  expect(facts).toEqual({
    ...{ rows: 2, columns: 2, largest: 4, row: 1, column: 1 },
    ...{ first: 5, second: 9, different: 2 },
    // |2| + |−4| of four numbers; the first column is the same.
    ...{ mean: 1.5, sameColumns: 1 },
  });
});

it('takes equal bits for equal, whatever they stand for', () => {
  const odd = [Number.NaN, Infinity, -0, 0];
  const same = differ(grid(1, odd), grid(1, odd));
  expect([...same.grid.values]).toEqual([0, 0, 0, 0]);
  expect(same.facts.different).toBe(0);
  expect(same.facts.largest).toBe(0);
  // Zeros of both signs are other bits, though they differ by nothing.
  const zeros = differ(grid(1, [0]), grid(1, [-0]));
  expect(zeros.facts).toMatchObject({ different: 1, largest: 0 });
  const none = differ(grid(1, [Number.NaN]), grid(1, [1]));
  expect(none.facts.largest).toBeNaN();
  expect(none.facts.mean).toBeNaN();
});

it('is rounded no more than the wider table', async () => {
  const pe = await load();
  const spec = { method: 'sinusoidal', length: 50, dim: 8 };
  const exact = tableFor(pe, { ...spec, dtype: 'float64' });
  const half = tableFor(pe, { ...spec, dtype: 'float16' });
  const { grid: off, facts } = differ(half.values, exact.values);
  const wanted = half.values.values.map(
    (value, i) => value - Number(exact.values.values[i]),
  );
  expect([...off.values].map(Math.fround)).toEqual(
    [...wanted].map(Math.fround),
  );
  // Half precision rounds numbers up to 1 by less than 2⁻¹¹.
  expect(facts.largest).toBeLessThanOrEqual(2 ** -12);
  expect(facts.largest).toBeGreaterThan(2 ** -14);
});

const rows = { start: 0, step: 1, grid: [], extra: 0 };
const shaped = (
  count: number,
  columns: number,
  dtype = 'float32' as const,
) => ({
  ...{ rows, dtype },
  cells: { rows: count, columns },
});

it('is told in a sentence', () => {
  const facts = {
    ...{ rows: 10, columns: 100, largest: 0.5, row: 3, column: 7 },
    ...{ first: 1, second: 0.5, different: 999, mean: 0.125, sameColumns: 0 },
  };
  const both = shaped(10, 100);
  expect(differenceWords(both, both, facts)).toBe(
    'The numbers differ by 0.125 on average, and most at position 3, ' +
      'dimension 7: 1 and 0.5 differ by 0.5. ' +
      'Of 1\u202f000 numbers, 1 are equal bit for bit.',
  );
  const say = (other: object) =>
    differenceWords(both, both, { ...facts, ...other });
  expect(say({ different: 1000 })).toMatch(/ No two numbers are equal\.$/);
  expect(say({ different: 0 })).toBe('Both are equal, bit for bit.');
  expect(say({ different: 980, sameColumns: 1 })).toMatch(
    /, 20 are equal bit for bit, one whole column among them\.$/,
  );
  expect(say({ different: 980, sameColumns: 2 })).toMatch(
    / bit for bit, 2 whole columns among them\.$/,
  );
  // Numbers that are infinite or none have no mean.
  expect(say({ mean: Number.NaN })).toMatch(
    /^The numbers differ most at position 3, dimension 7: /,
  );
  const later = { ...both, rows: { ...rows, start: 5 } };
  expect(differenceWords(both, later, facts)).toContain(
    'most at row 3 (position 3 and position 8), dimension 7: ',
  );
});

it('says what is compared', () => {
  const facts = {
    ...{ rows: 10, columns: 100, largest: 0, row: 0, column: 0 },
    ...{ first: 0, second: 0, different: 0, mean: 0, sameColumns: 100 },
  };
  const say = (a: object, b: object) =>
    comparedPart(
      { ...shaped(10, 100), ...a },
      { ...shaped(10, 100), ...b },
      facts,
    );
  expect(say({}, {})).toBe('');
  expect(say({ cells: { rows: 12, columns: 100 } }, {})).toBe(
    'Compared are the first 10 rows, which both have.',
  );
  expect(say({ rows: { ...rows, start: 5 } }, {})).toBe(
    'Rows are compared by their order; they stand for other positions.',
  );
  expect(say({ rows: { ...rows, extra: 1 } }, {})).not.toBe('');
});
