/** Compares large arrays quickly; vitest's own matchers take much longer. */

import { expect } from 'vitest';

/** Expects equal numbers: -0 is not 0, and every NaN equals every NaN. */
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
