/** Turns embeddings before queries and keys are made of them. */

import type { Scratch } from '../core/memory.js';
import type { Side } from '../core/wasm/calls.js';
import type { RopeCore } from '../rotary/core.js';
import type { SequencePositions } from '../rotary/rows/row-positions.js';
import type { Call } from './call.js';
import { type Turner, turner } from './turner.js';

/** The embeddings of queries, or of keys, which are turned. */
export interface EarlyTurn {
  /** Numbers of an item, and heads that they are cut into. */
  readonly count: number;
  readonly heads: number;
  readonly at: SequencePositions;
  readonly turn: Turner;
}

/** The turns of queries and of keys; undefined if embeddings are not turned. */
export function earlyTurns(
  scratch: Scratch,
  call: Call,
  rope: RopeCore | undefined,
  back?: true,
): readonly [q: EarlyTurn, k: EarlyTurn] | undefined {
  const { q, k, rotaryRows, sizes, turnsEarly } = call;
  if (!rope || !turnsEarly) return undefined;
  const of = (dim: number | undefined, side: Side, at: SequencePositions) => {
    // Keys that are given were made before.
    if (!dim) return { ...{ count: 0, heads: 0, at }, turn: (x: number) => x };
    const heads = dim / sizes.headDim;
    const turned = { side, at, heads, ...(back && { back }) };
    const turn = turner(scratch, call, rope, turned);
    return { ...{ count: at[0].length * dim, heads, at }, turn };
  };
  return [
    of(q.from?.dim, 'query', rotaryRows.queries),
    of(k.from?.dim, 'key', rotaryRows.keys),
  ];
}
