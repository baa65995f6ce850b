// Scales span the numbers that occur, and no more.

import { expect, it } from 'vitest';
import { centred, extentOf, signed, spanned } from './scale.js';

const grid = (...values: number[]) => ({
  values: Float32Array.from(values),
  ...{ rows: 1, columns: values.length },
});

it('leaves out what has no number', () => {
  expect(extentOf([grid(1, -Infinity, Number.NaN), grid(3, Infinity)])).toEqual(
    {
      ...{ low: 1, high: 3 },
    },
  );
  expect(extentOf([grid(Number.NaN)])).toBeNull();
});

it.each([
  [[1.53, 7.95]],
  [[-3, 11]],
  [[-0.02, -0.011]],
  [[0.2, 0.2001]],
  [[1e-12, 3e-12]],
  [[90_000.3, 90_001]],
])('uses at least nine tenths of its colours for %o', (values) => {
  const [low = 0, high = 0] = values;
  const { kind, range } = spanned([
    { ...grid(), values: Float64Array.from(values) },
  ]);
  expect(kind).toBe('sequential');
  expect(range.low).toBeLessThanOrEqual(low);
  expect(range.high).toBeGreaterThanOrEqual(high);
  expect((high - low) / (range.high - range.low)).toBeGreaterThan(0.9);
});

it('has a range where all numbers are the same', () => {
  expect(spanned([grid(2, 2)]).range).toEqual({ low: 1, high: 3 });
  expect(spanned([grid(0)]).range).toEqual({ low: -0.5, high: 0.5 });
  expect(spanned([]).range.high).toBeGreaterThan(0);
});

it('has zero in the middle only where it divides the numbers', () => {
  expect(signed([grid(-1, 3)])).toEqual({
    ...{ kind: 'diverging', range: { low: -3, high: 3 } },
  });
  expect(signed([grid(-4, -1)])).toEqual({
    ...{ kind: 'sequential', range: { low: -4, high: -1 } },
  });
});

it('gives no colour to rounding', () => {
  const { kind, range } = centred([grid(1e-6, -2e-6)], 0.01);
  expect(kind).toBe('diverging');
  expect(range).toEqual({ low: -0.01, high: 0.01 });
  expect(centred([grid(0)]).range).toEqual({ low: -1, high: 1 });
  expect(centred([grid(0.2, -1.43)]).range.high).toBeCloseTo(1.5);
});
