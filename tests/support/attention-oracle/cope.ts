/**
 * CoPE (arXiv:2405.18719): the position of a key is the sum of the gates of the
 * keys from it up to the last visible one, at most the last row of the table;
 * between two rows, the products with both are interpolated.
 */

import { type Array64, dot, range, sum } from './array.js';
import type { Pair, Term } from './attention.js';
import { sigmoid } from './networks.js';

/**
 * table [rows, headDim], or [rows, heads, headDim] with one for each head. The
 * gate of a pair is σ of the content score, or of what `gateOf` gives.
 */
export function cope(
  table: Array64,
  keys: number,
  gateOf = (pair: Pair, j: number): number => pair.content(j),
): Term {
  const row = (at: number, head: number) =>
    table.shape.length === 2 ? table.row(at) : table.row(at, head);
  return (pair) => {
    const later = range(keys).filter((t) => t >= pair.j && pair.sees(t));
    const counted = sum(later.map((t) => sigmoid(gateOf(pair, t))));
    const place = Math.min(counted, table.size(0) - 1);
    const [low, high] = [Math.floor(place), Math.ceil(place)];
    const at = (index: number) => dot(pair.q, row(index, pair.head));
    return at(low) * (1 - (place - low)) + at(high) * (place - low);
  };
}
