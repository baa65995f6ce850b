// Colours cover the values, stay while values hardly change, and ignore a few
// outliers.

import { describe, expect, it } from 'vitest';
import { limitsOf, rangeOf, roundUp } from './colour-range.js';

const gridOf = (values: readonly number[]) => ({
  values: Float64Array.from(values),
  rows: values.length,
  columns: 1,
});

describe('rangeOf', () => {
  it.each([
    [[-0.2, 0.9998], { low: -1, high: 1, clipped: false }],
    [[0, 3, 7], { low: 0, high: 8, clipped: false }],
    [[-0.07, 0.01], { low: -0.08, high: 0.08, clipped: false }],
    [[0, 0], { low: 0, high: 1, clipped: false }],
    [[], { low: 0, high: 1, clipped: false }],
    [[Number.NaN, -Infinity, Infinity, 2], { low: 0, high: 2, clipped: false }],
  ])('of %j', (values, range) => {
    expect(rangeOf(gridOf(values))).toEqual(range);
  });

  it('leaves a few large values beyond its end', () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i % 10) / 10);
    expect(rangeOf(gridOf([...values, 1e9]))).toEqual({
      low: 0,
      high: 2,
      clipped: true,
    });
  });
});

it('rounds up to what is next, but not over a rounding error', () => {
  for (const [size, wanted] of [
    [1.0000001, 1],
    [0.99, 1],
    [1.01, 1.2],
    [126, 150],
    [3.4e-7, 4e-7],
    [Number.NaN, 1],
    [Infinity, 1],
  ] as const) {
    expect(roundUp(size)).toBe(wanted);
  }
});

it('finds limits among what is finite', () => {
  expect(limitsOf(Float64Array.of(-Infinity, 2, -1, Number.NaN))).toEqual({
    low: -1,
    high: 2,
  });
  expect(limitsOf(new Float64Array())).toEqual({ low: 0, high: 0 });
});
