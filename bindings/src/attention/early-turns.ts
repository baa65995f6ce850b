/** Turns embeddings before queries and keys are made of them. */

import type { RowPositions } from '../arrays/positions.js';
import type { Scratch } from '../core/memory.js';
import type { Side } from '../core/wasm/calls.js';
import type { RopeCore } from '../rotary/core.js';
import type { Call } from './call.js';
import { turner } from './turner.js';

/** The embeddings of queries, or of keys, which are turned. */
export interface EarlyTurn {
  /** Numbers of an item, and heads that they are cut into. */
  readonly count: number;
  readonly heads: number;
  readonly at: RowPositions;
  /** Turns embeddings at an address; gives the address of the result. */
  turn(x: number): number;
}

/** The turns of queries and of keys; undefined if embeddings are not turned. */
export function earlyTurns(
  scratch: Scratch,
  call: Call,
  rope: RopeCore | undefined,
  back?: true,
): readonly [q: EarlyTurn, k: EarlyTurn] | undefined {
  const { q, k, pairs, sizes, turnsEarly } = call;
  if (!rope || !turnsEarly) return undefined;
  const of = (dim: number | undefined, side: Side, at: RowPositions) => {
    // Keys that are given were made before.
    if (!dim) return { ...{ count: 0, heads: 0, at }, turn: (x: number) => x };
    const heads = dim / sizes.headDim;
    const turned = { side, at, heads, ...(back && { back }) };
    const turn = turner(scratch, call, rope, turned);
    return { ...{ count: at.length * dim, heads, at }, turn };
  };
  return [
    of(q.from?.dim, 'query', pairs.queryAt),
    of(k.from?.dim, 'key', pairs.keyAt),
  ];
}
