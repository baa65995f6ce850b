/** Turns queries and keys by their positions, and gradients back. */

import { operandOf } from '../arrays/operand.js';
import { RowPositions } from '../arrays/positions.js';
import type { Scratch } from '../core/memory.js';
import type { Side } from '../core/wasm/calls.js';
import { checkSets, type RopeCore, sourceOf } from '../rotary/core.js';
import { rotateHeads } from '../rotary/rotation/rotate.js';
import { checkRows } from '../rotary/rows/reach.js';
import type { SequencePositions } from '../rotary/rows/row-positions.js';
import type { Call } from './call.js';

/** What is turned: queries or keys. */
export interface Turned {
  readonly side: Side;
  /** Rows of all items, or of each. */
  readonly at: SequencePositions;
  readonly heads: number;
  /**
   * Whether to take gradients back through the rotation: by the opposite
   * angles, with the same factors.
   */
  readonly back?: true;
}

/** Turns rows of an item at an address; gives the address of the result. */
export type Turner = (pointer: number, item: number) => number;

/**
 * Makes the function that turns rows [rows, heads, headDim]; its result lies in
 * memory of its own. Without a rope, it gives the address that it gets.
 */
export function turner(
  scratch: Scratch,
  { method, sizes, rotaryInverse }: Call,
  rope: RopeCore | undefined,
  { side, at, heads, back }: Turned,
): Turner {
  if (!rope) return (pointer) => pointer;
  checkSets(method, rope, heads);
  const [first] = at;
  // Rows on axes were checked when they were read.
  if (first instanceof RowPositions) checkRows(method, rope, first);
  const { heap } = scratch;
  const { headDim } = sizes;
  const { length } = first;
  const count = length * heads * headDim;
  const out = scratch.bytes(count * 4);
  const turned = {
    ...rope,
    turns: sourceOf(method, rope, side),
    inverse: rotaryInverse !== (back ?? false),
  };
  const layout = {
    ...{ sequences: 1, length, headsFirst: false, heads, headDim },
    shape: [length, heads, headDim],
  };
  const operand = (pointer: number) =>
    operandOf(heap, 'float32', new Float32Array(heap.buffer, pointer, count));
  return (pointer, item) => {
    // A scope of its own, so that what an item needs is freed after it.
    heap.scope(method, (inner) =>
      rotateHeads(
        inner,
        turned,
        {
          at: layout,
          dtype: 'float32',
          ...{ from: operand(pointer), to: operand(out) },
        },
        [at[item] ?? first],
      ),
    );
    return out;
  };
}
