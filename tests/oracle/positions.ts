/** Positions chosen to be difficult. */

import { PI } from './fixed.js';

/** The farthest position for which the accuracy is stated. */
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

/** Fractions of every size. */
export const FRACTIONS: readonly number[] = [
  ...[0.5, -0.5, 0.1, 1 / 3, -7.3, 1e-3, -1e-7, 1e-20, Math.PI, Math.E],
  ...[1023.75, 123456.789, 16777216.5, 2 ** 30 + 0.1, -(2 ** 31) + 0.3],
];

/**
 * Integer positions p up to `limit` for which p × frequency is as near as
 * possible to a multiple of π/2, so that the sine or the cosine nearly
 * vanishes: the numerators of the continued fraction of (π/2) / frequency.
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
    // If the first quotient is 0, so is the first numerator.
    if (last > 0n) found.push(Number(last));
  }
  return found;
}

/**
 * Fractional positions near multiples of a quarter turn: rounding to float64
 * leaves a relative distance of about 2^-53.
 */
export function nearQuarterTurnsBetween(
  frequency: bigint,
  limit: number,
): number[] {
  const found: number[] = [];
  for (const turns of [1n, 2n, 3n, 4n, 1001n, 65536n, 123456789n]) {
    // BigInt to Number rounds to the nearest float64.
    const position = Number((turns * (PI << 60n)) / 2n / frequency) / 2 ** 60;
    if (position <= limit) found.push(position, -position);
  }
  return found;
}
