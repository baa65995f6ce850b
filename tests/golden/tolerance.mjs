// @ts-check
/**
 * The tolerances that several handlers share, with the reason for each.
 *
 * `u` is half an ulp of float32 relative to the value: one correctly rounded
 * float32 operation changes its result by at most the factor 1 ± u.
 */

import { ulp32 } from './compare.mjs';

export const u = 2 ** -24;

/** Half an ulp of float64, relative to the value. */
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
 * The error of the references' float64 arithmetic. A frequency f ≤ 1 has the
 * relative error (3 |ln f| + 4) u64 (see anyAngleError), so the angle p·f of
 * the farthest position p has an error of at most 4 p u64. The result is twice
 * that, for power functions that are not right to an ulp, plus the 1e-10 that
 * data/README.md allows.
 *
 * @param {number} farthest the largest angle, that of f = 1
 */
export function referenceError(farthest) {
  return Math.max(1e-10, 8 * u64 * farthest);
}

/**
 * Tolerance of float64 results, relative to the largest output if that is above
 * 1.
 * @param {ArrayLike<number>} expected
 * @param {number} farthest
 */
export function float64Tolerance(expected, farthest) {
  const allowed = Math.max(1, farthestOf(expected)) * referenceError(farthest);
  return () => allowed;
}

/**
 * Tolerance of float32 results that are right to 0.5001 ulp.
 * @param {number} farthest
 */
export function roundedTolerance(farthest) {
  const reference = referenceError(farthest);
  return (/** @type {number} */ _, /** @type {number} */ expected) =>
    0.5001 * ulp32(expected) + reference;
}

/**
 * The largest difference of the float32 angles p·f of two programs that both
 * compute 1 / base^(2k/D) with float32 operations in this order: base^e, within
 * 1 ulp in the reference and correctly rounded in the library (2u + u); a
 * reciprocal in each (2u); a product in each (2u). Pair 0 has f = 1 in both,
 * without error.
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
 * times each, from 1/base, or completely in float64. The relative distance of
 * the library from the real angle is (|ln f| + 4) u, from rounding 2k/D, the
 * power, the reciprocal, the position and the product; that of the reference is
 * at most (3 |ln f| + 4) u.
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
 * The same for references that compute f as factor · exp(-k·step) with a step
 * that is rounded once, as the library does for their presets. The step and its
 * product with k count |ln g| times each in both programs, g = f / factor. The
 * exponential is within 1 ulp in the reference and correctly rounded in the
 * library (2u + u); both round the product with the position (2u). The product
 * with the factor is exact if the factor is a power of two.
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

/**
 * Difference of float32 sines and cosines: the reference is within 2 ulp, the
 * library within 0.5, and an ulp of a value below 1 is at most u.
 */
export const sinCosError = 2.5 * u;
