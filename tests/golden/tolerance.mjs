// @ts-check
/**
 * The tolerances that several handlers share, with the reason for each.
 *
 * `u` is half an ulp of float32 relative to the value: one correctly rounded
 * float32 operation changes its result by at most the factor 1 ± u.
 */

import { ulp32 } from './compare.mjs';

export const u = 2 ** -24;

/** The same of float64. */
export const u64 = 2 ** -53;

/** The largest distance from zero. @param {ArrayLike<number>} numbers */
export function farthestOf(numbers) {
  let most = 0;
  for (let i = 0; i < numbers.length; ++i) {
    most = Math.max(most, Math.abs(Number(numbers[i])));
  }
  return most;
}

/**
 * The error of the references' float64 arithmetic. A frequency f ≤ 1 is off by
 * (3 |ln f| + 4) u64 (see anyAngleError), so that the angle p·f of the farthest
 * position p is off by at most 4 p u64; twice that for power functions that are
 * not right to an ulp. data/README.md allows 1e-10 anyway.
 *
 * @param {number} farthest the largest angle, which is that of f = 1
 */
export function referenceError(farthest) {
  return Math.max(1e-10, 8 * u64 * farthest);
}

/** float64 results: relative to the largest output if that is above 1.
 * @param {ArrayLike<number>} expected
 * @param {number} farthest */
export function float64Tolerance(expected, farthest) {
  const allowed = Math.max(1, farthestOf(expected)) * referenceError(farthest);
  return () => allowed;
}

/** float32 results that are correctly rounded (to 0.5001 ulp).
 * @param {number} farthest */
export function roundedTolerance(farthest) {
  const reference = referenceError(farthest);
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
 * The same for references that compute f in another way: as
 * exp(-k·(2·ln(base)/D)), where three roundings of the exponent count |ln f|
 * times each, from 1/base, or in float64 throughout. Both lie within some
 * distance of the real angle: ours (|ln f| + 4) u, from rounding 2k/D, the
 * power, the reciprocal, the position and the product; theirs at most (3 |ln f|
 * + 4) u.
 *
 * @param {number} angle |p·f|
 * @param {number} pair
 * @param {number} frequency f
 */
export function anyAngleError(angle, pair, frequency) {
  if (pair === 0) return Math.abs(angle) > 2 ** 24 ? u * angle : 0;
  return (4 * Math.abs(Math.log(frequency)) + 8) * u * angle;
}

/**
 * The same for references that compute, as we do then, factor · exp(-k·step)
 * with a step that is rounded once: the step and its product with k count
 * |ln g| times each in both programs, g = f / factor; the exponential is within
 * 1 ulp there and correctly rounded here (2u + u), and there is the product
 * with the position in both (2u). One with the factor is exact if that is a
 * power of two.
 *
 * @param {number} angle |p·f|
 * @param {number} frequency f
 * @param {number} factor
 */
export function expAngleError(angle, frequency, factor) {
  const exact = Number.isInteger(Math.log2(factor));
  const roundings = exact ? 5 : 7;
  const exponent = Math.abs(Math.log(frequency / factor));
  return (4 * exponent + roundings) * u * angle;
}

/** float32 sines and cosines: theirs within 2 ulp, ours within 0.5, and an ulp
 * below 1 is at most u. */
export const sinCosError = 2.5 * u;
