// @ts-check
/** Comparisons of maps of biases, and of their gradients. */

import { ulp32 } from '../compare.mjs';

/**
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('../compare.mjs').Tolerance} Tolerance
 * @typedef {'float32' | 'float64'} Float
 */

/**
 * A bias is right to 0.5001 ulp; the reference rounds in float64.
 * @type {Tolerance}
 */
export const rounded = (_, want) => 0.5001 * ulp32(want) + 1e-12;

/**
 * Gradients are summed in float64 and rounded once.
 * @type {Tolerance}
 */
export const summed = (_, want) => 0.5001 * ulp32(want) + 1e-10;

/**
 * Compares a map in float32, and in float64, which must be closer by far.
 *
 * @param {Comparison} check @param {string} name
 * @param {(dtype: Float) => ArrayLike<number>} map
 * @param {Tolerance} reference how far its float32 run may be off
 */
export function checkMap(check, name, map, reference) {
  check.near(name, map('float64'), () => 1e-12);
  check.near(name, map('float32'), rounded);
  check.nearRounded(name, () => map('float32'), reference);
}
