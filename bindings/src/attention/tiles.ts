/**
 * The maps of attention for a tile of queries: scores, weights, output. What a
 * row holds does not depend on the tiles.
 */

import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import type { Tile } from '../terms/term.js';
import { type Call, scaleOf } from './call.js';
import { hiding } from './hide.js';
import type { Item, SharedInputs } from './items.js';
import { loadMasks } from './marks.js';
import { outputStep } from './output-layer.js';
import { rowPanels } from './panels.js';
import type { LoadedScores } from './terms.js';

/** Largest size of the maps of a tile, unless those of a query are larger. */
const TILE_BYTES = 2 ** 24;

/**
 * Tiles of weights begin with a key that is a multiple of this number. The
 * softmax sums keys in steps from the first on: so the weights have the bits of
 * those of all keys.
 */
export const ALIGNED_KEYS = 64;

/** What is wanted besides the weights. */
export interface Kept {
  /** Scores after cap and mask, apart from the weights. */
  readonly scores: boolean;
  /** Weights before the gate, apart from those behind it. */
  readonly softened: boolean;
  readonly output: boolean;
  /** Maps for other purposes that count towards the size of a tile. */
  readonly more?: number;
  /** Set if scores alone are wanted: then there are no weights. */
  readonly scoresAlone?: boolean;
  /** Largest number of queries and of keys in a tile. Defaults to all. */
  readonly rows?: number;
  readonly keys?: number;
}

/**
 * Addresses of the maps of a tile, float32 [heads, rows, keys]; `keys` are those
 * of the tile.
 */
export interface Maps {
  readonly tile: Tile;
  readonly scores: number;
  /** Weights before the gate. */
  readonly softened: number;
  /** The gate; 0 without one. */
  readonly gate: number;
  readonly weights: number;
  /** Weights of the sinks, [heads, rows]; 0 without sinks. */
  readonly sinkWeights: number;
  /** The output [rows, heads, valueDim], if it is wanted. */
  readonly mixed: number;
  /** The output after its layer; `mixed` without one. */
  readonly output: number;
}

/** Computes the maps of tiles. */
export interface Tiles {
  /** Largest number of queries in a tile. */
  readonly most: number;
  /**
   * Computes the queries from `row` on. `visit` sees each summand of the scores
   * before it is overwritten: the content, then those of the terms. `some` are
   * keys, from the first, a multiple of `PANEL_KEYS`, to that behind the last;
   * it defaults to all. With others, all terms must be `partial`.
   */
  compute(
    item: number,
    at: Item,
    row: number,
    rows: number,
    visit?: (n: number, term: number) => void,
    some?: readonly [from: number, to: number],
  ): Maps;
}

/** Allocates the maps of tiles. */
export function tilesOf(
  scratch: Scratch,
  call: Call,
  shared: SharedInputs,
  loaded: LoadedScores,
  rope: RopeCore | undefined,
  kept: Kept,
): Tiles {
  const { core } = scratch;
  const { sizes, pairs, masks, softcap } = call;
  const { queries, heads, keyHeads, headDim, valueDim } = sizes;
  const { summands, values } = loaded;
  const gate = kept.scoresAlone ? undefined : loaded.gate;
  const mostKeys = kept.keys ?? sizes.keys;
  const apart = summands.length > 0;
  const perQuery = heads * mostKeys * 4;
  const needed = [apart, kept.scores, kept.softened && gate, apart || gate];
  const maps = 1 + needed.filter(Boolean).length + (kept.more ?? 0);
  const fitting = Math.floor(TILE_BYTES / (maps * perQuery));
  const most = Math.min(queries, kept.rows ?? queries, Math.max(1, fitting));

  const map = () => scratch.bytes(most * perQuery);
  const content = map();
  const scores = apart ? map() : content;
  const term = apart || gate ? map() : 0;
  const softened = kept.scores ? map() : scores;
  const weights = kept.softened && gate ? map() : softened;
  const sinks = shared.of(call.sinks);
  const sinkWeights = sinks ? scratch.bytes(most * heads * 4) : 0;
  const width = heads * valueDim;
  const mixed = kept.output ? scratch.bytes(most * width * 4) : 0;
  const behind = kept.output && outputStep(scratch, call, shared, most);
  const mask = masks && loadMasks(scratch, masks, sizes, pairs, most, mostKeys);
  const hide = hiding(scratch, call, loaded, mask);
  const scale = scaleOf(call, rope);
  const { panels, pack } = rowPanels(scratch, {
    ...{ rows: sizes.keys, heads: keyHeads, width: headDim },
  });
  let packed: Item | undefined;
  // The core allocates panels of eight columns for products, and exponentials
  // for the softmax.
  const bytes = 8 * 4 * Math.max(headDim, mostKeys, width);

  return {
    most,
    compute(item, at, row, rows, visit, [key, end] = [0, sizes.keys]) {
      const keys = end - key;
      const count = heads * rows * keys;
      const skipped = row * heads * headDim * 4;
      const before = key * keyHeads * headDim * 4;
      const tile: Tile = hide({
        ...{ queries, heads, keyHeads, headDim, valueDim },
        ...{ item, pairs, row, rows, key, keys, scale, content },
        ...{ q: at.q + skipped, k: at.k + before },
      });
      if (at !== packed) pack(at.turnedK);
      packed = at;
      scratch.check(
        core.contentScoresOfPanels({
          ...{ sizes: { rows, keys, heads, keyHeads, width: headDim }, scale },
          ...{ q: at.turnedQ + skipped, packedKeys: sizes.keys },
          ...{ panels: panels + key * headDim * 4, scores: content },
        }),
        bytes,
      );
      visit?.(0, content);
      let sum = content;
      summands.forEach((one, n) => {
        one.write(tile, term);
        visit?.(n + 1, term);
        scratch.check(core.addScores({ x: sum, y: term, count, out: scores }));
        sum = scores;
      });
      if (softcap !== undefined) {
        scratch.check(core.softcap({ count, softcap, scores }));
      }
      mask?.(item, row, rows, scores, key, keys);
      if (!kept.scoresAlone) {
        scratch.check(
          core.softmax({
            ...{ sizes: { heads, rows, keys }, scores, sinks },
            ...{ weights: softened, sinkWeights },
          }),
          bytes,
        );
      }
      if (gate) {
        gate.write(tile, term);
        const gated = { x: term, weights: softened, count, out: weights };
        scratch.check(core.multiplyWeighed(gated));
      }
      if (kept.output) {
        scratch.check(
          core.mixValues({
            ...{ sizes: { rows, keys, heads, keyHeads, width: valueDim } },
            ...{ weights, v: at.v + key * keyHeads * valueDim * 4, out: mixed },
          }),
          bytes,
        );
        for (const value of values) value.write(tile, weights, mixed);
      }
      return {
        ...{ tile, scores, softened, weights, sinkWeights, mixed },
        output: behind ? behind(mixed, rows) : mixed,
        gate: gate ? term : 0,
      };
    },
  };
}
