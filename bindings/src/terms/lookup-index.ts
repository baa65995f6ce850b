/**
 * Which row of a table each pair of a query and a key looks up. If it depends
 * on the distance alone and positions count up by 1, one list serves all rows
 * of a map.
 */

import type { Pairs } from '../arrays/pairs.js';
import { growableBuffer } from '../core/growable-buffer.js';
import type { Scratch } from '../core/memory.js';
import type { IndexKernel } from './indices.js';
import type { Tile } from './term.js';

/** The rows for the pairs of a tile, as `cpp/posenc/relative/lookup.hpp` says. */
export interface TileIndex {
  /** Address of the rows, int32. */
  readonly index: number;
  /** Whether they are a list by distance; otherwise they are a map. */
  readonly byDistance: boolean;
}

/** Gives the rows for the pairs of a tile; they hold until the next call. */
export type LookupIndex = (tile: Tile) => TileIndex;

/**
 * The index of a function of the distance. `check` sees the pairs of each item
 * before their rows are found.
 */
export function indexByDistance(
  scratch: Scratch,
  indexKernel: IndexKernel,
  check?: (pairs: Pairs) => void,
): LookupIndex {
  const { heap } = scratch;
  const distances = growableBuffer(scratch);
  const rows = growableBuffer(scratch);
  const find = (
    count: number,
    write: (into: Float64Array) => void,
    out: number,
  ) => {
    const room = distances(count * 8);
    write(new Float64Array(heap.buffer, room, count));
    indexKernel({ query: 0, distances: room, count }, out);
  };
  let seen: Pairs | undefined;
  let filled: { readonly row: number; readonly rows: number } | undefined;
  return (tile) => {
    const { pairs, row, keys } = tile;
    const fresh = pairs !== seen;
    if (fresh) {
      check?.(pairs);
      filled = undefined;
    }
    seen = pairs;
    if (pairs.lattice) {
      const count = pairs.queries + keys - 1;
      const list = rows(count * 4);
      if (fresh) find(count, (into) => pairs.writeLine(into), list);
      const skipped = pairs.queries - row - tile.rows;
      return { index: list + skipped * 4, byDistance: true };
    }
    const map = rows(tile.rows * keys * 4);
    if (filled?.row !== row || filled.rows !== tile.rows) {
      for (let i = 0; i < tile.rows; ++i) {
        const write = (into: Float64Array) => pairs.writeRow(row + i, into);
        find(keys, write, map + i * keys * 4);
      }
    }
    filled = { row, rows: tile.rows };
    return { index: map, byDistance: false };
  };
}
