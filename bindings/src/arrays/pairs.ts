/**
 * The positions of queries and keys: each pair of them has an entry in a map.
 *
 * By default the last query is at the position of the last key, as in the cache
 * of a decoder.
 */

import { wrongValue } from '../base/errors.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import type {
  PositionList,
  PositionTensor,
} from '../describe/kinds/positions.js';
import { missing } from '../describe/missing.js';
import { coordinate, RowPositions, readList } from './positions.js';

const count = {
  kind: 'number',
  integer: true,
  min: 0,
  max: 2 ** 31 - 1,
  optional: true,
} as const;

/** The parameters that say where the first query and the first key are. */
export const startParameters = {
  /** Position of the first key. Defaults to 0. */
  keyStart: { ...coordinate, default: 0 },
  /**
   * Position of the first query. Defaults to the position that puts the last
   * query at the last key.
   */
  queryStart: {
    ...coordinate,
    optional: true,
  },
  /** Position of each key. Given instead of `keyStart`. Optional. */
  keyPositions: {
    kind: 'positions',
    optional: true,
  },
  /** Position of each query. Given instead of `queryStart`. Optional. */
  queryPositions: {
    kind: 'positions',
    optional: true,
  },
} as const;

/** The parameters that say which queries and keys a map has. */
export const pairParameters = {
  /**
   * Number of queries. Defaults to the length of `queryPositions`, else to the
   * tokens of `grid` if there is one; otherwise required.
   */
  queries: count,
  /**
   * Number of keys. Defaults to the length of `keyPositions`, else to
   * `queries`.
   */
  keys: count,
  ...startParameters,
} as const;

/** The options of {@link startParameters}. */
export interface StartOptions {
  /** Position of the first key. Defaults to 0. */
  readonly keyStart?: number | undefined;
  /**
   * Position of the first query. Defaults to the position that puts the last
   * query at the last key.
   */
  readonly queryStart?: number | undefined;
  /** Position of each key. Given instead of `keyStart`. Optional. */
  readonly keyPositions?: PositionList | PositionTensor | undefined;
  /** Position of each query. Given instead of `queryStart`. Optional. */
  readonly queryPositions?: PositionList | PositionTensor | undefined;
}

/**
 * The options of {@link pairParameters}. They are written out because editors
 * do not show comments of parameters that come by a spread.
 */
export interface PairOptions extends StartOptions {
  /**
   * Number of queries. Defaults to the length of `queryPositions`, else to the
   * tokens of `grid` if there is one; otherwise required.
   */
  readonly queries?: number | undefined;
  /**
   * Number of keys. Defaults to the length of `keyPositions`, else to
   * `queries`.
   */
  readonly keys?: number | undefined;
}

/** A list of distances, and the query from which they are counted. */
export interface Line {
  /** Position of the query; 0 for what depends on distances alone. */
  readonly query: number;
  /** Address of the distances, key minus query, float64 [count]. */
  readonly distances: number;
  readonly count: number;
}

/** Checked positions of queries and keys. */
export class Pairs {
  readonly queryAt: RowPositions;
  readonly keyAt: RowPositions;

  constructor(queryAt: RowPositions, keyAt: RowPositions) {
    this.queryAt = queryAt;
    this.keyAt = keyAt;
  }

  get queries(): number {
    return this.queryAt.length;
  }

  get keys(): number {
    return this.keyAt.length;
  }

  /**
   * Whether both positions count up by 1, so that the distance of an entry
   * depends on its column minus its row alone.
   */
  get lattice(): boolean {
    return this.queryAt.counted && this.keyAt.counted;
  }

  /**
   * The distances at which entries of a lattice lie, from that of the last
   * query and the first key on: `queries + keys - 1` of them.
   */
  writeLine(into: Float64Array): void {
    const first = this.keyAt.at(0) - this.queryAt.at(this.queries - 1);
    for (let n = 0; n < into.length; ++n) into[n] = first + n;
  }

  /** The distances of the keys from number `first` on from a query. */
  writeRow(query: number, into: Float64Array, first = 0): void {
    const from = this.queryAt.at(query);
    for (let n = 0; n < into.length; ++n) {
      into[n] = this.keyAt.at(first + n) - from;
    }
  }
}

/** The options that say which of the queries of a map are wanted. */
export type QueryPart = {
  readonly queries: number;
  readonly keys: number;
  readonly queryStart?: number;
  readonly queryPositions?: Float64Array;
};

/**
 * How a map is cut into those of some queries; nothing if a position has a
 * fraction, because differences of fractions are rounded otherwise in another
 * part.
 */
export function queryCuts({ queryAt, keyAt, queries, keys }: Pairs) {
  if (!queryAt.whole || !keyAt.whole) return {};
  return {
    rows: [0, queries] as const,
    part: (from: number, to: number): QueryPart => ({
      ...{ queries: to - from, keys },
      ...(queryAt.counted
        ? { queryStart: queryAt.at(from) }
        : { queryPositions: queryAt.copy(from, to) }),
    }),
  };
}

/**
 * Reads the positions of queries and keys whose numbers options give. There are
 * `tokens` queries if no option says how many.
 */
export function readPairs(
  method: string,
  checked: Checked<typeof pairParameters>,
  tokens?: number,
): Pairs {
  const lists = readPairLists(method, checked);
  const { keyPositions, queryPositions } = lists;
  const queries = checked.queries ?? queryPositions?.length ?? tokens;
  if (queries === undefined) {
    throw missing(method, 'queries', ruleOf(pairParameters.queries));
  }
  const keys = checked.keys ?? keyPositions?.length ?? queries;
  return pairsOf(method, checked, lists, queries, keys);
}

/** Lists of positions that were given. */
export interface PairLists {
  readonly keyPositions: RowPositions | undefined;
  readonly queryPositions: RowPositions | undefined;
}

/** Reads the lists of positions. */
export function readPairLists(
  method: string,
  checked: Checked<typeof startParameters>,
): PairLists {
  const list = (param: keyof PairLists, start: string) =>
    readList(method, param, checked[param], checked.given, [start]);
  return {
    keyPositions: list('keyPositions', 'keyStart'),
    queryPositions: list('queryPositions', 'queryStart'),
  };
}

/** The positions of `queries` queries and `keys` keys. */
export function pairsOf(
  method: string,
  {
    keyStart,
    queryStart,
  }: Pick<Checked<typeof startParameters>, 'keyStart' | 'queryStart'>,
  { keyPositions, queryPositions }: PairLists,
  queries: number,
  keys: number,
): Pairs {
  const keyAt = keyPositions
    ? checkCount(method, 'keyPositions', keyPositions, keys)
    : RowPositions.range(method, 'keyStart', keys, keyStart);
  if (queryPositions) {
    checkCount(method, 'queryPositions', queryPositions, queries);
    return new Pairs(queryPositions, keyAt);
  }
  if (queryStart !== undefined) {
    const at = RowPositions.range(method, 'queryStart', queries, queryStart);
    return new Pairs(at, keyAt);
  }
  if (keyPositions && queries > keys) {
    throw missing(
      method,
      'queryPositions',
      ruleOf(startParameters.queryPositions),
    );
  }
  return new Pairs(keyAt.tail(queries), keyAt);
}

function checkCount(
  method: string,
  param: string,
  list: RowPositions,
  wanted: number,
): RowPositions {
  if (list.length === wanted) return list;
  const what = param === 'keyPositions' ? 'key' : 'query';
  const rule = `${wanted}, one position for each ${what}`;
  throw wrongValue(method, `${param}.length`, rule, list.length, 'ERR_SHAPE');
}
