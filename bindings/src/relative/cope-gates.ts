/** Where the gates of CoPE come from: the content, other keys, or a caller. */

import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import { growableBuffer } from '../core/growable-buffer.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import { readItems, zeros } from '../terms/items.js';
import type { TermSizes, Tile } from '../terms/term.js';
import { copeOwn } from './cope.description.js';

/** Gates in the instance's memory. */
export interface Gates {
  /**
   * Address of what the sigmoid takes for a tile: float32 [heads, rows, keys].
   */
  logits(tile: Tile): number;
  /**
   * Address to which the gradient by that is added; `content` is the address of
   * the gradient by the content.
   */
  upstream(tile: Tile, content: number): number;
  /** Takes that gradient on, to the queries at the address `q` among others. */
  back?(tile: Tile, q: number): void;
  /** The gradients of what the caller gave, by its name. */
  gradients?(): Readonly<Record<string, Tensor<'float32'>>>;
}

/** Makes gates; `gradient` says whether `back` will be called. */
export type MakeGates = (scratch: Scratch, gradient: boolean) => Gates;

/** Reads the options that say where gates come from. */
export function planGates(
  heap: Heap,
  method: string,
  { gateKeys, gateLogits }: Checked<typeof copeOwn>,
  sizes: TermSizes,
): MakeGates {
  if (gateKeys === undefined) {
    return gateLogits === undefined
      ? gatesOfContent
      : givenGates(heap, method, gateLogits, sizes);
  }
  if (gateLogits === undefined) {
    return gatesOfKeys(heap, method, gateKeys, sizes);
  }
  throw conflict(method, 'gateLogits', 'gateKeys');
}

/** What `contentScores` takes of a tile. */
const scoresOf = ({
  rows,
  keys,
  heads,
  keyHeads,
  headDim: width,
  scale,
  q,
}: Tile) => ({ sizes: { rows, keys, heads, keyHeads, width }, scale, q });

/** Number of entries of a tile. */
const entries = ({ heads, rows, keys }: Tile) => heads * rows * keys;

/** A map of a tile that begins as zeros. */
function cleared(scratch: Scratch): (tile: Tile) => number {
  const room = growableBuffer(scratch);
  return (tile) => {
    const bytes = 4 * entries(tile);
    const pointer = room(bytes);
    new Uint8Array(scratch.heap.buffer, pointer, bytes).fill(0);
    return pointer;
  };
}

/**
 * Makes the function that closes the gates of masked keys: what they hold does
 * not matter, even if it is not finite.
 */
export function seenLogits(
  scratch: Scratch,
): (tile: Tile, logits: number) => number {
  const room = growableBuffer(scratch);
  return (tile, logits) => {
    if (!tile.hide) return logits;
    const bytes = 4 * entries(tile);
    const own = logits === tile.content ? room(bytes) : logits;
    if (own !== logits) {
      const { buffer } = scratch.heap;
      new Uint8Array(buffer).copyWithin(own, logits, logits + bytes);
    }
    tile.hide(own);
    return own;
  };
}

/** Gates of the content of the scores; attention has computed it already. */
const gatesOfContent: MakeGates = (scratch) => {
  const room = growableBuffer(scratch);
  return {
    logits(tile) {
      if (tile.content !== 0) return tile.content;
      const scores = room(4 * entries(tile));
      const call = { ...scoresOf(tile), k: tile.k, scores };
      scratch.check(scratch.core.contentScores(call));
      return scores;
    },
    upstream: (_, content) => content,
  };
};

/** Gates of queries against keys of their own. */
function gatesOfKeys(
  heap: Heap,
  method: string,
  given: unknown,
  { keys, keyHeads, headDim, items }: TermSizes,
): MakeGates {
  const form = [keys, keyHeads, headDim];
  const own = readItems(
    ...([heap, method, 'gateKeys', given, form] as const),
    ...([copeOwn.gateKeys, items] as const),
  );
  return (scratch, gradient) => {
    const { core } = scratch;
    const pointer = own.weight.float32(scratch);
    const sums = gradient ? zeros(scratch, own.weight.shape) : undefined;
    const room = growableBuffer(scratch);
    const upstreamOf = cleared(scratch);
    let upstream = 0;
    const callOf = (tile: Tile) => ({
      ...scoresOf(tile),
      k: pointer + 4 * own.at(tile.item),
    });
    return {
      logits(tile) {
        const scores = room(4 * entries(tile));
        scratch.check(core.contentScores({ ...callOf(tile), scores }));
        return scores;
      },
      upstream: (tile) => (upstream = upstreamOf(tile)),
      back(tile, qGradient) {
        const kGradient = sums ? sums.pointer + 4 * own.at(tile.item) : 0;
        const call = { ...callOf(tile), upstream, qGradient, kGradient };
        scratch.check(core.contentGradient(call));
      },
      gradients: () => ({ ...(sums && { gateKeys: sums.tensor() }) }),
    };
  };
}

/** Gates whose logits the caller gives. */
function givenGates(
  heap: Heap,
  method: string,
  given: unknown,
  { heads, queries, keys, items }: TermSizes,
): MakeGates {
  const form = [heads, queries, keys];
  const own = readItems(
    ...([heap, method, 'gateLogits', given, form] as const),
    ...([copeOwn.gateLogits, items] as const),
  );
  return (scratch, gradient) => {
    const pointer = own.weight.float32(scratch);
    const sums = gradient ? zeros(scratch, own.weight.shape) : undefined;
    const room = growableBuffer(scratch);
    const upstreamOf = cleared(scratch);
    let upstream = 0;
    /** Shows each head's rows of a tile in a map, and in the map of the tile. */
    const eachHead = (
      tile: Tile,
      map: number,
      part: number,
      visit: (whole: Float32Array, part: Float32Array) => void,
    ) => {
      const length = tile.rows * keys;
      const view = (at: number) => new Float32Array(heap.buffer, at, length);
      for (let head = 0; head < heads; ++head) {
        const first = own.at(tile.item) + (head * queries + tile.row) * keys;
        visit(view(map + 4 * first), view(part + 4 * head * length));
      }
    };
    return {
      logits(tile) {
        const part = room(4 * entries(tile));
        eachHead(tile, pointer, part, (whole, rows) => rows.set(whole));
        return part;
      },
      upstream: (tile) => (upstream = upstreamOf(tile)),
      back(tile) {
        if (!sums) return;
        eachHead(tile, sums.pointer, upstream, (whole, rows) => {
          rows.forEach((number, n) => {
            whole[n] = (whole[n] as number) + number;
          });
        });
      },
      gradients: () => ({ ...(sums && { gateLogits: sums.tensor() }) }),
    };
  };
}
