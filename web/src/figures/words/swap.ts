// Two words that change places.

/** `order` after the words `a` and `b` of the sentence changed places. */
export function swapped(
  order: readonly number[],
  a: number,
  b: number,
): number[] {
  return order.map((place) => (place === a ? b : place === b ? a : place));
}
