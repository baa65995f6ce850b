/**
 * Rows of numbers in products with gradients. A row whose gradients are zeros,
 * such as that of a masked key, contributes nothing even if its numbers are not
 * finite: 0 times NaN would be NaN.
 */

import { growing } from '../core/growing.js';
import type { Scratch } from '../core/memory.js';
import type { Tile } from '../terms/term.js';
import type { Call } from './call.js';

/** Rows at an address, of which those that are not finite are known. */
export interface CountedRows {
  /** Looks at the rows at an address. */
  begin(x: number): void;
  /**
   * The address of these rows, or of a copy of them in which rows that are not
   * finite and do not count are zeros.
   */
  of(counts: (row: number) => boolean): number;
}

/** Makes room for rows of float32. */
export function countedRows(
  scratch: Scratch,
  rows: number,
  width: number,
): CountedRows {
  const { heap } = scratch;
  const room = growing(scratch);
  const count = rows * width;
  let from = 0;
  let odd: readonly number[] = [];
  return {
    begin(x) {
      from = x;
      odd =
        x === 0 ? [] : oddRows(new Float32Array(heap.buffer, x, count), width);
    },
    of(counts) {
      if (odd.length === 0) return from;
      const to = room(count * 4);
      const copy = new Float32Array(heap.buffer, to, count);
      copy.set(new Float32Array(heap.buffer, from, count));
      for (const row of odd) {
        if (!counts(row)) copy.fill(0, row * width, (row + 1) * width);
      }
      return to;
    },
  };
}

/** The rows that hold a number that is not finite. */
function oddRows(x: Float32Array, width: number): readonly number[] {
  const found = new Set<number>();
  for (let n = 0; n < x.length; ++n) {
    const own = x[n] as number;
    if (own - own !== 0) found.add(Math.floor(n / width));
  }
  return [...found];
}

/** The keys of an item, as terms read them in the backward pass. */
export interface CountedKeys {
  /** Looks at the keys of an item, float32 [keys, keyHeads, headDim]. */
  begin(k: number): void;
  /**
   * The address of the keys of a tile, given that of the gradient by its scores,
   * float32 [heads, rows, keys].
   */
  of(tile: Tile, upstream: number): number;
}

/** Makes room for the keys of an item. */
export function countedKeys(
  scratch: Scratch,
  { sizes, terms }: Call,
): CountedKeys {
  const { heap } = scratch;
  const { keys, heads, keyHeads, headDim } = sizes;
  if (!terms.relative) return { begin() {}, of: (tile) => tile.k };
  const each = heads / keyHeads;
  const all = countedRows(scratch, keys * keyHeads, headDim);
  return {
    begin: all.begin,
    of(tile, upstream) {
      const count = heads * tile.rows * tile.keys;
      const first = all.of((row) => {
        const key = Math.floor(row / keyHeads) - tile.key;
        const from = (row % keyHeads) * each * tile.rows;
        if (key < 0 || key >= tile.keys) return false;
        const by = new Float32Array(heap.buffer, upstream, count);
        for (let n = from; n < from + each * tile.rows; ++n) {
          // Written so that NaN counts.
          if (by[n * tile.keys + key] !== 0) return true;
        }
        return false;
      });
      return first + tile.key * keyHeads * headDim * 4;
    },
  };
}
