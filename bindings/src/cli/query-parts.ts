/** Cuts maps of queries against keys into those of some queries. */

import { type MethodDescription, methods } from '../descriptions.js';
import type { Spec } from '../index.js';

/** The spec of the queries from `from` to `to`, without `to`. */
export interface QueryPart {
  readonly spec: Spec;
  readonly from: number;
  readonly to: number;
}

/** Lengths of the last two axes of a map. */
interface Size {
  readonly queries: number;
  readonly keys: number;
}

/** The options that say where queries and keys are. */
interface Places {
  readonly queryStart?: number;
  readonly keyStart?: number;
  readonly queryPositions?: List;
  readonly keyPositions?: List;
}

type List = readonly number[] | Int32Array | Float64Array | BigInt64Array;

/**
 * The specs of at most `most` queries each. Their results have the bits of the
 * whole, because all positions are integers: differences of fractions would be
 * rounded otherwise in another part. Gives nothing for positions with
 * fractions, and for methods whose values depend on queries and keys
 * themselves.
 */
export function queryParts(
  spec: Spec,
  size: Size & { readonly most: number },
): readonly QueryPart[] | undefined {
  const { queries, keys, most } = size;
  const { queryStart, keyStart, queryPositions, keyPositions } = spec as Places;
  const given = [queryStart, keyStart, queryPositions, keyPositions];
  if (!isMap(spec) || !given.every(isWhole)) return undefined;
  const at = queriesOf(spec, size);
  const { queryStart: _, ...rest } = spec as Places;
  return Array.from({ length: Math.ceil(queries / most) }, (_, i) => {
    const from = i * most;
    const to = Math.min(queries, from + most);
    const places =
      typeof at === 'number'
        ? { queryStart: at + from }
        : { queryPositions: at.slice(from, to) };
    const part = { ...rest, ...places, queries: to - from, keys };
    return { spec: part as unknown as Spec, from, to };
  });
}

/**
 * Where the queries are, as the library places them: the position of the first
 * of consecutive ones, or those of all.
 */
function queriesOf(spec: Spec, { queries, keys }: Size): number | List {
  const { queryStart, keyStart = 0, ...lists } = spec as Places;
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
  const { keyStart = 0, keyPositions } = spec as Places;
  return {
    queries: listed(queriesOf(spec, size), size.queries),
    keys: listed(keyPositions ?? keyStart, size.keys),
  };
}

/** Whether values depend on the positions alone. */
function isMap({ method }: Spec): boolean {
  const { family }: MethodDescription = methods[method];
  return family === 'bias' || family === 'gate' || method === 'relativeIndices';
}

/** Whether a position, or each of a list, is an integer. */
function isWhole(given: number | List | undefined): boolean {
  if (given === undefined) return true;
  if (typeof given === 'number') return Number.isInteger(given);
  return Array.from<number | bigint>(given as readonly number[]).every((one) =>
    Number.isInteger(Number(one)),
  );
}
