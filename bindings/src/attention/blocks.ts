/** Blocks of positions, and which of them the queries of a block see. */

import type { Pairs } from '../arrays/pairs.js';
import type { RowPositions } from '../arrays/positions.js';
import type { Checked } from '../describe/checks.js';
import type { maskParameters } from './masks.description.js';

/** Which blocks queries see. */
export interface Blocks {
  /** Whether heads see different blocks. */
  readonly eachHead: boolean;
  /** Clears the bytes of keys, from `key` on, whose blocks a query does not see. */
  hide(bytes: Uint8Array, query: number, key: number, head: number): void;
}

type Pattern = NonNullable<Checked<typeof maskParameters>['blocks']>;

/** The blocks of a call; undefined if it has none. */
export function blocksOf(
  pattern: Pattern | undefined,
  { queryAt, keyAt }: Pairs,
): Blocks | undefined {
  if (!pattern) return undefined;
  const { size } = pattern;
  const listOf = (at: RowPositions) =>
    Float64Array.from({ length: at.length }, (_, row) =>
      Math.floor(at.at(row) / size),
    );
  const [queries, keys] = [listOf(queryAt), listOf(keyAt)];
  const last = [queries, keys].reduce(
    (most, list) => list.reduce((a, b) => Math.max(a, b), most),
    -1,
  );
  const sees = rule(pattern, last + 1);
  return {
    eachHead: pattern.type === 'strided' && pattern.headStep > 0,
    hide(bytes, query, key, head) {
      const own = queries[query] as number;
      let [block, seen] = [Number.NaN, false];
      for (let n = 0; n < bytes.length; ++n) {
        const next = keys[key + n] as number;
        if (next !== block) {
          block = next;
          seen = sees(own, block, head);
        }
        if (!seen) bytes[n] = 0;
      }
    },
  };
}

/** Tells whether the queries of a block, of `count`, see the keys of another. */
function rule(
  pattern: Pattern,
  count: number,
): (query: number, key: number, head: number) => boolean {
  const { before } = pattern;
  if (pattern.type === 'strided') {
    const { stride, headStep } = pattern;
    return (query, key, head) => {
      const near = query >= key && query - key <= before;
      return near || (key + 1 + head * headStep) % stride === 0;
    };
  }
  const { behind, first, last, circular } = pattern;
  const global = (block: number) =>
    (block >= 0 && block < first) || block >= count - last;
  return (query, key) => {
    if (global(query) || global(key)) return true;
    const away = query - key;
    if (!circular) return away <= before && -away <= behind;
    const round = (blocks: number) => ((blocks % count) + count) % count;
    return round(away) <= before || round(-away) <= behind;
  };
}
