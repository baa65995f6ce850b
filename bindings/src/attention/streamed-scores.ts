/**
 * What streamed attention computes scores from, for tiles of queries. Only a
 * term that is no bias by distance has a map, of one tile; so has the content,
 * if a term reads it.
 */

import type { Scratch } from '../core/memory.js';
import type {
  ScoreInput,
  StreamedMap,
  StreamSizes,
} from '../core/wasm/calls.js';
import type { RopeCore } from '../rotary/core.js';
import type { Term, Tile } from '../terms/term.js';
import { type Call, scaleOf } from './call.js';
import { hiding } from './hide.js';
import type { Item } from './items.js';
import { loadMasks } from './marks.js';
import { rowPanels } from './panels.js';
import type { LoadedScores } from './terms.js';
import { ALL_VISIBLE, loadVisible, visibleBytes } from './visible.js';

/**
 * Largest size of what a tile needs, unless one query needs more: with maps or
 * bytes of masks, and with nothing but what a query has.
 */
const MAP_BYTES = 2 ** 24;
const QUERY_BYTES = 2 ** 20;

/**
 * Largest number of queries whose keys are marked together: a mark is made for
 * each key that some of them see, so that many queries with a window would have
 * too many.
 */
const MARKED_QUERIES = 256;

/** What a tile holds besides the maps of terms. */
export interface Held {
  /** Bytes for each query. */
  readonly bytes: number;
  /** Whether the gradients by maps are held, too. */
  readonly gradients: boolean;
  /** Queries that the core computes together. */
  readonly group: number;
  /** Whether the queries read each key once, so that keys need no panels. */
  readonly once: boolean;
}

/** A tile of queries, as the core reads it. */
export interface StreamedTile {
  readonly tile: Tile;
  readonly sizes: StreamSizes;
  readonly scores: ScoreInput;
  readonly gate: StreamedMap;
}

/** Loads tiles. */
export interface StreamedScores {
  /** Largest number of queries in a tile. */
  readonly most: number;
  /** Terms that have no lines, but a map of the tile. */
  readonly mapped: readonly Term[];
  /** Packs the keys of an item. */
  begin(at: Item): void;
  tile(item: number, at: Item, row: number, rows: number): StreamedTile;
}

/** Allocates what the scores of tiles need. */
export function streamedScores(
  scratch: Scratch,
  call: Call,
  loaded: LoadedScores,
  rope: RopeCore | undefined,
  held: Held,
): StreamedScores {
  const { heap } = scratch;
  const { sizes, pairs, masks, softcap } = call;
  const { ofContent, acrossKeys } = call.terms;
  const { queries, keys, heads, keyHeads, headDim, valueDim } = sizes;
  const { summands, gate } = loaded;
  const terms = gate ? [...summands, gate] : summands;
  const lines = terms.map((term) => term.lines?.(pairs));
  const mapped = terms.filter((_, n) => !lines[n]);
  const gradients = held.gradients
    ? Number(mapped.some((term) => term !== gate)) +
      Number(mapped.some((term) => term === gate))
    : 0;
  const marks = masks ? visibleBytes(masks, sizes, pairs) : 0;
  const maps = mapped.length + gradients + Number(ofContent);
  const mapBytes = maps * heads * keys * 4 + marks;
  const room = mapBytes > 0 ? MAP_BYTES : QUERY_BYTES;
  const fitting = Math.floor(room / (mapBytes + held.bytes));
  const groups = fitting - (fitting % held.group) || Math.max(1, fitting);
  const most = Math.min(queries, groups, marks ? MARKED_QUERIES : Infinity);

  const places = terms.map((term, n) =>
    placeOf(scratch, term, lines[n], most * heads * keys * 4),
  );
  const list = scratch.bytes(summands.length * 12);
  const own = { rows: keys, heads: keyHeads, width: headDim };
  const packed = held.once && !ofContent ? undefined : rowPanels(scratch, own);
  const panels = packed?.panels ?? 0;
  const content = ofContent ? scratch.bytes(most * heads * keys * 4) : 0;
  const mask =
    masks && acrossKeys
      ? loadMasks(scratch, masks, sizes, pairs, most, keys)
      : undefined;
  const hide = hiding(scratch, call, loaded, mask);
  const seen = masks && loadVisible(scratch, masks, sizes, pairs, most);
  const scale = scaleOf(call, rope);

  return {
    ...{ most, mapped },
    begin: ({ turnedK }) => packed?.pack(turnedK),
    tile(item, at, row, rows) {
      const skipped = row * heads * headDim * 4;
      const tile: Tile = hide({
        ...{ queries, keys, heads, keyHeads, headDim, valueDim },
        ...{ item, pairs, row, rows, key: 0, scale, content },
        ...{ q: at.q + skipped, k: at.k },
      });
      if (content) {
        const q = at.turnedQ + skipped;
        const own = { rows, keys, heads, keyHeads, width: headDim };
        scratch.check(
          scratch.core.contentScoresOfPanels({
            ...{ sizes: own, scale, q, packedKeys: keys, panels },
            scores: content,
          }),
          8 * 4 * Math.max(headDim, keys),
        );
      }
      const written = places.map((place) => place(tile));
      const strides = written.slice(0, summands.length);
      if (strides.length > 0) {
        new Int32Array(heap.buffer, list, strides.length * 3).set(
          strides.flatMap((map) => [map.values, map.headStride, map.rowStride]),
        );
      }
      const { spans, visible } = seen?.(item, row, rows) ?? ALL_VISIBLE;
      return {
        tile,
        sizes: { rows, keys, heads, keyHeads, width: headDim, valueDim },
        scores: {
          ...{ q: at.turnedQ + skipped, panels, keys: at.turnedK, scale },
          ...{ softcap: softcap ?? Infinity },
          ...{ added: list, addedCount: strides.length, spans, visible },
        },
        gate: written[summands.length] ?? NO_MAP,
      };
    },
  };
}

const NO_MAP: StreamedMap = { values: 0, headStride: 0, rowStride: 0 };

/** Makes the function that gives the map of a term for a tile. */
function placeOf(
  scratch: Scratch,
  term: Term,
  line: StreamedMap | undefined,
  bytes: number,
): (tile: Tile) => StreamedMap {
  if (line) {
    const { values, rowStride } = line;
    return ({ row }) => ({ ...line, values: values + row * rowStride * 4 });
  }
  const map = scratch.bytes(bytes);
  return (tile) => {
    term.write(tile, map);
    const { rows, keys } = tile;
    return { values: map, headStride: rows * keys, rowStride: keys };
  };
}
