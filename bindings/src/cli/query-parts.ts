/** Cuts maps of queries against keys into those of some queries. */

import { type MethodDescription, methods } from '../descriptions.js';
import type { Spec } from '../index.js';

/** The spec of the queries from `from` to `to`, without `to`. */
export interface QueryPart {
  readonly spec: Spec;
  readonly from: number;
  readonly to: number;
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
  size: {
    readonly queries: number;
    readonly keys: number;
    readonly most: number;
  },
): readonly QueryPart[] | undefined {
  const { queries, keys, most } = size;
  const { queryStart, keyStart = 0, ...lists } = spec as Places;
  const { keyPositions, queryPositions } = lists;
  const given = [queryStart ?? 0, keyStart, queryPositions, keyPositions];
  if (!isMap(spec) || !given.every(isWhole)) return undefined;
  const listed =
    queryPositions ??
    (queryStart === undefined
      ? keyPositions?.slice(keys - queries)
      : undefined);
  const { queryStart: _, ...rest } = spec as Places;
  const first = queryStart ?? keyStart + keys - queries;
  return Array.from({ length: Math.ceil(queries / most) }, (_, i) => {
    const from = i * most;
    const to = Math.min(queries, from + most);
    const at = listed
      ? { queryPositions: listed.slice(from, to) }
      : { queryStart: first + from };
    const part = { ...rest, ...at, queries: to - from, keys };
    return { spec: part as unknown as Spec, from, to };
  });
}

/** The methods whose values depend on the positions alone, by family. */
const FAMILIES: readonly (string | undefined)[] = ['bias', 'gate'];

/** Whether values depend on the positions alone. */
function isMap({ method }: Spec): boolean {
  const { family }: MethodDescription = methods[method];
  return FAMILIES.includes(family);
}

/** Whether a position, or each of a list, is an integer. */
function isWhole(given: number | List | undefined): boolean {
  if (given === undefined) return true;
  if (typeof given === 'number') return Number.isInteger(given);
  return Array.from<number | bigint>(given as readonly number[]).every((one) =>
    Number.isInteger(Number(one)),
  );
}
