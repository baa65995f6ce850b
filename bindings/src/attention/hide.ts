/** Hides masked keys from terms that read several keys for one score. */

import { growing } from '../core/growing.js';
import type { Scratch } from '../core/memory.js';
import type { Tile } from '../terms/term.js';
import type { Call } from './call.js';
import type { ApplyMask } from './marks.js';
import type { LoadedScores } from './terms.js';

/** Makes a tile whose terms can hide masked keys, if they need that. */
export type Hide = (tile: Tile) => Tile;

/**
 * Makes the function that gives tiles their `hide`: by the masks, and by biases
 * that are tensors of -Infinity and 0, which are masks, too.
 */
export function hiding(
  scratch: Scratch,
  { terms }: Call,
  { tensors }: LoadedScores,
  mask: ApplyMask | undefined,
): Hide {
  if (!terms.acrossKeys || (!mask && tensors.length === 0))
    return (tile) => tile;
  const room = growing(scratch);
  const hideByTensors = (tile: Tile, map: number) => {
    const { heads, rows, keys } = tile;
    const count = heads * rows * keys;
    for (const term of tensors) {
      const at = room(count * 4);
      term.write(tile, at);
      const { buffer } = scratch.heap;
      const to = new Float32Array(buffer, map, count);
      const by = new Float32Array(buffer, at, count);
      for (let n = 0; n < count; ++n) {
        if (by[n] === Number.NEGATIVE_INFINITY)
          to[n] = Number.NEGATIVE_INFINITY;
      }
    }
  };
  return (tile) => ({
    ...tile,
    hide(map) {
      const { item, row, rows, key, keys } = tile;
      mask?.(item, row, rows, map, key, keys);
      hideByTensors(tile, map);
    },
  });
}
