/** Large arrays, compared quickly: vitest walks them as if they were trees. */

import { expect } from 'vitest';

/** Expects the same numbers, bit for bit but for the kinds of NaN. */
export function expectSame(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  what = 'values',
): void {
  expect(actual.length, `length of ${what}`).toBe(expected.length);
  for (let i = 0; i < expected.length; ++i) {
    if (Object.is(actual[i], expected[i])) continue;
    expect(actual[i], `${what}[${i}]`).toBe(expected[i]);
  }
}
