// What counts as rounding where scores or weights are compared.

import type { Shown } from '../state/state.js';

/** Changes up to this part of a score come from its float32 numbers. */
const rounding = 2 ** -18;

/** The largest sizes of the scores and of the weights that are compared. */
export type Largest = Readonly<Record<Shown, number>>;

/**
 * The largest change that is rounding. A softmax makes of the rounding of a score
 * a factor of its weight, e to twice that much at most.
 */
export function roundingOf(show: Shown, { scores, weights }: Largest): number {
  if (show === 'scores') return rounding * scores;
  return weights * Math.expm1(2 * rounding * scores) + rounding * weights;
}

/** Whether a change is no more than rounding, of which `most` is the largest. */
export function isRounding(change: number, most: number): boolean {
  return change > 0 && change <= most;
}
