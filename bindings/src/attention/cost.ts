/** How much a call of attention computes. */

import type { Call } from './call.js';

/** Queries or keys, without the last. */
type Range = readonly [from: number, to: number];

/** What is computed of the maps of a call. */
export interface Computed {
  /** Whether values are added up. */
  readonly values: boolean;
  /** Whether keys that masks by position hide are passed over. */
  readonly passing: boolean;
  /** The queries and the keys of the maps. Default to all. */
  readonly queries?: Range;
  readonly keys?: Range;
}

/** Arithmetic operations of a call, about. */
export function costOf(call: Call, computed: Computed): number {
  const { sizes, terms, x, context, q, k, v } = call;
  const { items, heads, headDim, valueDim } = sizes;
  const pairs = pairsOf(call, computed);
  const width = headDim + (computed.values ? valueDim : 0);
  const made = [q, k, computed.values ? v : undefined].reduce(
    (sum, part) =>
      sum +
      (part?.weight && part.from ? part.rows * part.width * part.from.dim : 0),
    0,
  );
  const added =
    (x ? x.rows * x.dim : 0) + (context ? context.rows * context.dim : 0);
  const share = pairs / (sizes.queries * sizes.keys || 1);
  const maps = 2 * heads * pairs * width + terms.cost * share;
  return items * (maps + 2 * made + added);
}

/** Largest number of queries whose keys are counted, for all of them. */
const COUNTED = 256;

/** Pairs of a query and a key that are computed, about. */
function pairsOf(
  { sizes, masks, pairs: { queryAt, keyAt } }: Call,
  { passing, queries = [0, sizes.queries], keys = [0, sizes.keys] }: Computed,
): number {
  const count = queries[1] - queries[0];
  const all = count * (keys[1] - keys[0]);
  if (!passing || !masks?.byPosition || !keyAt.rising) return all;
  const { causal, left, right, prefix } = masks;
  const most = causal ? Math.min(right, 0) : right;
  const before = firstKey(keys, (key) => !(keyAt.at(key) < prefix));
  const counted = Math.min(count, COUNTED);
  let seen = 0;
  for (let n = 0; n < counted; ++n) {
    const query = Math.floor(((n + 0.5) * count) / counted) + queries[0];
    const at = queryAt.at(query);
    const away = (key: number) => keyAt.at(key) - at;
    const first = firstKey(keys, (key) => away(key) >= -left);
    const last = firstKey(keys, (key) => !(away(key) <= most));
    seen += before - keys[0] + Math.max(last - Math.max(first, before), 0);
  }
  return counted > 0 ? (seen * count) / counted : 0;
}

/**
 * The first key for which `holds` is true, or the end of the keys. It is false
 * up to some key and true from there on.
 */
function firstKey([from, to]: Range, holds: (key: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
