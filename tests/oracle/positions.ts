/** Positions chosen to hurt. */

import { PI } from './fixed.js';

/** The furthest position that the accuracy statements are about. */
export const FURTHEST = 2 ** 31;

/** Borders of the kernels' blocks, of powers of two, and of the range. */
export const BORDERS: readonly number[] = [
  ...[0, -0, 1, -1, 2, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129],
  ...[-63, -64, -65, -255, -257],
  ...Array.from({ length: 24 }, (_, i) => [
    2 ** (i + 8) - 1,
    2 ** (i + 8),
    -(2 ** (i + 8)),
  ]).flat(),
];

/** Not whole, of every size. */
export const FRACTIONS: readonly number[] = [
  ...[0.5, -0.5, 0.1, 1 / 3, -7.3, 1e-3, -1e-7, 1e-20, Math.PI, Math.E],
  ...[1023.75, 123456.789, 16777216.5, 2 ** 30 + 0.1, -(2 ** 31) + 0.3],
];

/**
 * Whole positions p up to `limit` for which p × frequency is as close to a
 * multiple of π/2 as it gets, so that the sine or the cosine nearly vanishes:
 * the numerators of the continued fraction of (π/2) / frequency.
 */
export function nearQuarterTurns(frequency: bigint, limit: number): number[] {
  const found: number[] = [];
  let [a, b] = [PI / 2n, frequency];
  let [before, last] = [0n, 1n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [before, last] = [last, quotient * last + before];
    if (last > BigInt(limit)) break;
    // Where the first quotient is 0 the first numerator is, too.
    if (last > 0n) found.push(Number(last));
  }
  return found;
}

/**
 * Positions that are no integers, next to multiples of a quarter turn: the
 * nearest float64 leaves an angle of some 2^-53 of what it was.
 */
export function nearQuarterTurnsBetween(
  frequency: bigint,
  limit: number,
): number[] {
  const found: number[] = [];
  for (const turns of [1n, 2n, 3n, 4n, 1001n, 65536n, 123456789n]) {
    // In float64 digits, as BigInt to Number rounds to nearest.
    const position = Number((turns * (PI << 60n)) / 2n / frequency) / 2 ** 60;
    if (position <= limit) found.push(position, -position);
  }
  return found;
}
