// The stretch of the ruler, and the steps of its keys.

import { describe, expect, it } from 'vitest';
import { stepOf, stretchAround } from './ruler-range.js';

describe('stretchAround', () => {
  it.each([
    [5, 12, 0, 32],
    [0, 0, 0, 32],
    [100_007, 100_000, 99_992, 100_024],
    [0, 131_071, 0, 262_144],
    [-3, 4, -8, 24],
  ])('%i and %i', (a, b, low, high) => {
    expect(stretchAround(a, b)).toEqual({ low, high });
    expect(stretchAround(b, a)).toEqual({ low, high });
  });

  it('holds both positions, with room beside them', () => {
    for (let a = -200; a < 3000; a += 17) {
      for (const distance of [0, 1, 31, 32, 33, 1000, 100_000]) {
        const { low, high } = stretchAround(a, a + distance);
        expect(low).toBeLessThanOrEqual(a);
        expect(a + distance).toBeLessThan(high);
        expect(high - low).toBeLessThanOrEqual(Math.max(32, 4 * distance));
      }
    }
  });
});

it('moves by one position, or by an eighth of the stretch', () => {
  const stretch = { low: 0, high: 64 };
  expect(stepOf('ArrowUp', stretch)).toBe(1);
  expect(stepOf('ArrowLeft', stretch)).toBe(-1);
  expect(stepOf('PageDown', stretch)).toBe(-8);
  expect(stepOf('Enter', stretch)).toBe(0);
});
