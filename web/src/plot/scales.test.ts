// Places and marks on linear and logarithmic scales.

import { describe, expect, it } from 'vitest';
import {
  decadeScale,
  linearScale,
  marksOn,
  nearestTo,
  placeOn,
} from './scales.js';

describe('a linear scale', () => {
  it('has round ends around all finite values', () => {
    expect(linearScale([-1.3, 8.9, Number.NaN, Infinity])).toEqual({
      ...{ low: -5, high: 10, logarithmic: false },
    });
    const flat = linearScale([3, 3]);
    expect(flat.low).toBeLessThanOrEqual(3);
    expect(flat.high).toBeGreaterThan(flat.low);
    expect(linearScale([])).toMatchObject({ low: 0, high: 1 });
  });

  it('has marks at round values', () => {
    const marks = marksOn({ low: -2, high: 10, logarithmic: false }, 6);
    expect(marks).toEqual([-2, 0, 2, 4, 6, 8, 10]);
  });
});

describe('a scale of decades', () => {
  it('holds all values above 0', () => {
    expect(decadeScale([0, -4, 6.28, 54_410, Infinity])).toEqual({
      ...{ low: 1, high: 1e5, logarithmic: true },
    });
    expect(decadeScale([10])).toMatchObject({ low: 10, high: 100 });
    expect(decadeScale([Infinity])).toMatchObject({ low: 1, high: 10 });
  });

  it('has marks at powers of ten', () => {
    const scale = decadeScale([1, 1e6]);
    expect(marksOn(scale, 8)).toEqual([1, 10, 100, 1e3, 1e4, 1e5, 1e6]);
    expect(marksOn(scale, 3)).toEqual([1, 100, 1e4, 1e6]);
    const small = { low: 1e-3, high: 1, logarithmic: true };
    expect(marksOn(small, 9)).toEqual([0.001, 0.01, 0.1, 1]);
  });

  it('gives each decade the same room', () => {
    const scale = decadeScale([1, 1e4]);
    expect(placeOn(scale, 1)).toBe(0);
    expect(placeOn(scale, 100)).toBeCloseTo(0.5, 12);
    expect(placeOn(scale, 1e4)).toBeCloseTo(1, 12);
  });
});

it('finds the value under the pointer', () => {
  const scale = decadeScale([1, 1e4]);
  const values = [1, 10, 100, 1000, 10_000];
  expect(nearestTo(scale, values, 0.26)).toBe(1);
  expect(nearestTo(scale, values, 2)).toBe(4);
  expect(nearestTo(scale, values, -1)).toBe(0);
});

it('marks less than a decade at round values', () => {
  const scale = { low: 1000, high: 1100, logarithmic: true };
  expect(marksOn(scale, 5)).toEqual([1000, 1020, 1040, 1060, 1080, 1100]);
});
