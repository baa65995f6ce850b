/**
 * CoPE (arXiv:2405.18719): the position of a key is the sum of the gates of the
 * keys from it up to the last, at most the last row of the table; between two
 * rows, the products with both are interpolated.
 */

import { type Array64, dot, range, sum } from './array.js';
import type { Pair, Term } from './attention.js';
import { sigmoid } from './networks.js';

/** The logit of a gate that only visible keys have open: the content score. */
const contentOf = (pair: Pair, j: number): number =>
  pair.sees(j) ? pair.content(j) : -Infinity;

/**
 * table [rows, headDim]. The gate of a query and a key is σ of what `gateOf`
 * gives; -Infinity closes it.
 */
export function cope(
  table: Array64,
  keys: number,
  gateOf: (pair: Pair, j: number) => number = contentOf,
): Term {
  return (pair) => {
    const later = range(keys).filter((t) => t >= pair.j);
    const counted = sum(later.map((t) => sigmoid(gateOf(pair, t))));
    const place = Math.min(counted, table.size(0) - 1);
    const [low, high] = [Math.floor(place), Math.ceil(place)];
    const at = (index: number) => dot(pair.q, table.row(index));
    return at(low) * (1 - (place - low)) + at(high) * (place - low);
  };
}
