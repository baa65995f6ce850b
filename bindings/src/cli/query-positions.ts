/** The positions of the queries and keys of a map. */

import type { Spec } from '../index.js';

/** Lengths of the last two axes of a map. */
interface Size {
  readonly queries: number;
  readonly keys: number;
}

/** The options that say where queries and keys are. */
interface PositionOptions {
  readonly queryStart?: number;
  readonly keyStart?: number;
  readonly queryPositions?: List;
  readonly keyPositions?: List;
}

type List = readonly number[] | Int32Array | Float64Array | BigInt64Array;

/**
 * Where the queries are, as the library counts them: the position of the first
 * of consecutive ones, or those of all.
 */
function queriesOf(spec: Spec, { queries, keys }: Size): number | List {
  const { queryStart, keyStart = 0, ...lists } = spec as PositionOptions;
  const { queryPositions, keyPositions } = lists;
  if (queryPositions) return queryPositions;
  if (queryStart !== undefined) return queryStart;
  if (keyPositions) return keyPositions.slice(keys - queries);
  return keyStart + keys - queries;
}

/** The positions of the queries and keys of a map, as the library has them. */
export function positionsOf(spec: Spec, size: Size) {
  const listed = (at: number | List, count: number) =>
    typeof at === 'number'
      ? Array.from({ length: count }, (_, i) => at + i)
      : Array.from<number | bigint, number>(at as readonly number[], Number);
  const { keyStart = 0, keyPositions } = spec as PositionOptions;
  return {
    queries: listed(queriesOf(spec, size), size.queries),
    keys: listed(keyPositions ?? keyStart, size.keys),
  };
}
