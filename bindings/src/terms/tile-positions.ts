/** The positions of a tile as the core takes them. */

import { growableBuffer } from '../core/growable-buffer.js';
import type { Scratch } from '../core/memory.js';
import type { Where } from '../core/wasm/calls.js';
import type { Tile } from './term.js';

/** The positions of the queries of a tile, and of all keys. */
export interface TilePositions {
  readonly queryPositions: Where;
  readonly keyPositions: Where;
}

/** Gives the positions of tiles; they hold until the next call. */
export function positionsOfTiles(
  scratch: Scratch,
): (tile: Tile) => TilePositions {
  const [queryRoom, keyRoom] = [
    growableBuffer(scratch),
    growableBuffer(scratch),
  ];
  return ({ pairs, row, rows, keys }) => {
    // Allocated before the buffer is looked at: memory may grow.
    const [queryList, keyList] = [queryRoom(rows * 8), keyRoom(keys * 8)];
    const { buffer } = scratch.heap;
    return {
      queryPositions: pairs.queryAt.where(row, rows, buffer, queryList),
      keyPositions: pairs.keyAt.where(0, keys, buffer, keyList),
    };
  };
}
