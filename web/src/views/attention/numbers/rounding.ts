// What counts as rounding where scores are compared.

/** Changes up to this part of a score come from its float32 numbers. */
const rounding = 2 ** -18;

/** Whether a change is no more than rounding; `largest` is the largest score. */
export function isRounding(change: number, largest: number): boolean {
  return change > 0 && change <= rounding * largest;
}
