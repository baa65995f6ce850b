/**
 * What streamed attention computes scores from, for tiles of queries. Only a
 * term that is no bias by distance has a map, of one tile.
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
import type { Item } from './items.js';
import { loadSeen } from './masks.js';
import { keyPacker, PANEL_KEYS, whole } from './panels.js';
import type { LoadedScores } from './terms.js';

/**
 * Largest size of what a tile needs, unless one query needs more: with maps or
 * bytes of masks, and with nothing but what a query has.
 */
const MAP_BYTES = 2 ** 24;
const QUERY_BYTES = 2 ** 20;

/** Columns of a panel of values, and keys that pass together. */
const COLUMNS = 8;
const BLOCK = 64;

/** What a tile holds besides the maps of terms. */
export interface Held {
  /** Bytes for each query. */
  readonly bytes: number;
  /** Whether the gradients by maps are held, too. */
  readonly gradients: boolean;
  /** Queries that the core computes together. */
  readonly group: number;
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

/** Numbers of keys or values after packing, as panels of rows or of columns. */
export const rowPanels = (rows: number, width: number) =>
  whole(rows, PANEL_KEYS) * width;
export const columnPanels = (rows: number, width: number) =>
  whole(rows, BLOCK) * whole(width, COLUMNS);

/** Allocates what the scores of tiles need. */
export function streamedScores(
  scratch: Scratch,
  call: Call,
  { summands, gate }: LoadedScores,
  rope: RopeCore | undefined,
  held: Held,
): StreamedScores {
  const { heap } = scratch;
  const { sizes, pairs, masks, softcap } = call;
  const { queries, keys, heads, keyHeads, headDim, valueDim } = sizes;
  const terms = gate ? [...summands, gate] : summands;
  const lines = terms.map((term) => term.lines?.(pairs));
  const mapped = terms.filter((_, n) => !lines[n]);
  const gradients = held.gradients
    ? Number(mapped.some((term) => term !== gate)) +
      Number(mapped.some((term) => term === gate))
    : 0;
  const seenBytes = masks?.bytes
    ? keys * (masks.mask?.eachHead ? heads : 1)
    : 0;
  const mapBytes = (mapped.length + gradients) * heads * keys * 4 + seenBytes;
  const room = mapBytes > 0 ? MAP_BYTES : QUERY_BYTES;
  const fitting = Math.floor(room / (mapBytes + held.bytes));
  const groups = fitting - (fitting % held.group) || Math.max(1, fitting);
  const most = Math.min(queries, groups);

  const places = terms.map((term, n) =>
    placeOf(scratch, term, lines[n], most * heads * keys * 4),
  );
  const list = scratch.bytes(summands.length * 12);
  const pack = keyPacker(scratch, call);
  let panels = 0;
  const seen = masks && loadSeen(scratch, masks, sizes, pairs, most);
  const scale = scaleOf(call, rope);

  return {
    ...{ most, mapped },
    begin({ turnedK }) {
      panels = pack(turnedK);
    },
    tile(item, at, row, rows) {
      const skipped = row * heads * headDim * 4;
      const tile: Tile = {
        ...sizes,
        ...{ item, pairs, row, rows, key: 0, scale, content: 0 },
        ...{ q: at.q + skipped, k: at.k },
      };
      const written = places.map((place) => place(tile));
      const strides = written.slice(0, summands.length);
      new Int32Array(heap.buffer, list, strides.length * 3).set(
        strides.flatMap((map) => [map.values, map.headStride, map.rowStride]),
      );
      return {
        tile,
        sizes: { rows, keys, heads, keyHeads, width: headDim, valueDim },
        scores: {
          ...{ q: at.turnedQ + skipped, panels, scale },
          ...{ softcap: softcap ?? Infinity },
          ...{ added: list, addedCount: strides.length },
          ...(seen?.(item, row, rows) ?? NOTHING_MASKED),
        },
        gate: written[summands.length] ?? NO_MAP,
      };
    },
  };
}

const NO_MAP: StreamedMap = { values: 0, headStride: 0, rowStride: 0 };
const NOTHING_MASKED = { spans: 0, visible: 0, each: false };

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
