/** Derivatives by central differences of fourth order. */

import type { Array64 } from './array.js';

/**
 * The truncation error h⁴·f⁽⁵⁾/30 and the rounding error 2⁻⁵³·|f|/h are both
 * near 1e-12 at the widest step for functions whose values and derivatives are
 * near 1. The narrower ones are for places near a kink, such as that of a ReLU.
 */
const STEPS = [2 ** -12, 2 ** -15, 2 ** -18];

/** How far the slopes of two steps may differ where the function is smooth. */
const SMOOTH = 1e-8;

/**
 * The derivative of `f` with respect to one of the numbers of `x`, which `f`
 * reads. NaN at a kink, where no two steps agree and there is no derivative.
 */
export function slopeAt(f: () => number, x: Array64, place: number): number {
  const { data } = x;
  const own = data[place] as number;
  const at = (change: number) => {
    data[place] = own + change;
    const value = f();
    data[place] = own;
    return value;
  };
  const slope = (h: number) =>
    (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  for (const step of STEPS) {
    const [wide, narrow] = [slope(step), slope(step / 2)];
    const allowed = SMOOTH * Math.max(1, Math.abs(wide));
    if (Math.abs(wide - narrow) <= allowed) return narrow;
  }
  return Number.NaN;
}
