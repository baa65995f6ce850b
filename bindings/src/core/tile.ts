/**
 * Scratch that an instance holds between calls, for calls so short that
 * allocating takes a good part of their time.
 */

import type { Heap } from './memory.js';

/** Size of the scratch. */
export const TILE_BYTES = 2 ** 18;

const tiles = new WeakMap<Heap, { pointer: number }>();

/** Address of TILE_BYTES bytes that are valid until the next call. */
export function tileOf(heap: Heap, method: string): number {
  let tile = tiles.get(heap);
  if (!tile) {
    const made = { pointer: 0 };
    tiles.set(heap, made);
    heap.spare(() => {
      const held = made.pointer !== 0;
      if (held) heap.free(made.pointer);
      made.pointer = 0;
      return held;
    });
    tile = made;
  }
  tile.pointer ||= heap.allocate(method, TILE_BYTES);
  return tile.pointer;
}
