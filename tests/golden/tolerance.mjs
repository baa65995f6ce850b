// @ts-check
/**
 * Every tolerance of the golden runner, with the reason for it.
 *
 * `u` is half an ulp of float32 relative to the value: one correctly rounded
 * float32 operation changes its result by at most the factor 1 ± u.
 */

import { ulp32 } from './compare.mjs';

export const u = 2 ** -24;

/** The references' own float64 arithmetic: the angle p·f carries a relative
 * error of some 2^-52, so far positions deserve less (data/README.md).
 * @param {number[]} positions */
export function referenceError(positions) {
  return positions.some((p) => Math.abs(p) > 1e5) ? 1e-8 : 1e-10;
}

/** float64 results: relative to the largest output if that is above 1.
 * @param {ArrayLike<number>} expected
 * @param {number[]} positions */
export function float64Tolerance(expected, positions) {
  let largest = 1;
  for (let i = 0; i < expected.length; ++i) {
    largest = Math.max(largest, Math.abs(Number(expected[i])));
  }
  const allowed = largest * referenceError(positions);
  return () => allowed;
}

/** float32 results that are correctly rounded (to 0.5001 ulp).
 * @param {number[]} positions */
export function roundedTolerance(positions) {
  const reference = referenceError(positions);
  return (/** @type {number} */ _, /** @type {number} */ expected) =>
    0.5001 * ulp32(expected) + reference;
}

/**
 * How far the float32 angles p·f of two programs may lie apart when both
 * compute 1 / base^(2k/D) with float32 operations in this order: base^e within
 * 1 ulp there and correctly rounded here (2u + u), a reciprocal each (2u), a
 * product each (2u). Pair 0 has f = 1 in both, and no error.
 *
 * @param {number} angle |p·f|
 * @param {number} pair
 */
export function powAngleError(angle, pair) {
  return pair === 0 ? 0 : 7 * u * angle;
}

/**
 * The same for references that form f otherwise: as exp(-k·(2·ln(base)/D)),
 * where three roundings of the exponent count |ln f| times each, from 1/base,
 * or in float64 throughout. Both lie within some distance of the real angle:
 * ours (|ln f| + 4) u, from rounding 2k/D, the power, the reciprocal, the
 * position and the product; theirs at most (3 |ln f| + 4) u.
 *
 * @param {number} angle |p·f|
 * @param {number} pair
 * @param {number} frequency f
 */
export function anyAngleError(angle, pair, frequency) {
  if (pair === 0) return Math.abs(angle) > 2 ** 24 ? u * angle : 0;
  return (4 * Math.abs(Math.log(frequency)) + 8) * u * angle;
}

/** float32 sines and cosines: theirs within 2 ulp, ours within 0.5, and an ulp
 * below 1 is at most u. */
export const sinCosError = 2.5 * u;
