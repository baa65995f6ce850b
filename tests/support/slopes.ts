/** Gradients against differences of what the library computes in float32. */

import { expect } from 'vitest';

/**
 * Moves each number a step up and down, and compares the slope of the loss with
 * the gradient. Where the loss is linear in each number alone, as most terms of
 * the scores are, any step gives the exact slope.
 */
export function expectSlopes(
  numbers: Float32Array,
  gradient: ArrayLike<number> | undefined,
  loss: () => number,
  { step = 1, tolerance = 1e-5 } = {},
): void {
  const slopes = Array.from(numbers, (kept, i) => {
    numbers[i] = kept + step;
    const high = loss();
    numbers[i] = kept - step;
    const low = loss();
    numbers[i] = kept;
    return (high - low) / (2 * step);
  });
  const largest = slopes.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  expect(largest).toBeGreaterThan(0);
  expect(gradient).toHaveLength(numbers.length);
  slopes.forEach((slope, i) => {
    const apart = Math.abs(Number(gradient?.[i]) - slope);
    expect(apart, `number ${i}`).toBeLessThan(tolerance * largest);
  });
}

/** Σ a · b in float64. */
export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * Number(b[i]), 0);
