/**
 * The output of attention without its maps, for tiles of queries. Only a term
 * that is no bias by distance has a map, of one tile.
 */

import type { Scratch } from '../core/memory.js';
import type { StreamedMap } from '../core/wasm/calls.js';
import type { RopeCore } from '../rotary/core.js';
import type { Term, Tile } from '../terms/term.js';
import { type Call, scaleOf } from './call.js';
import type { Item, SharedInputs } from './items.js';
import { loadSeen } from './masks.js';
import { outputStep } from './output-layer.js';
import { keyPacker, whole } from './panels.js';
import type { LoadedScores } from './terms.js';

/**
 * Largest size of what a tile needs, unless one query needs more: with maps or
 * bytes of masks, and with nothing but the output.
 */
const MAP_BYTES = 2 ** 24;
const OUTPUT_BYTES = 2 ** 20;

/** Queries that the core computes together. */
const GROUP = 8;

/** Columns of a panel of values, and keys that pass together. */
const COLUMNS = 8;
const BLOCK = 64;

/** Computes the output of tiles. */
export interface Streams {
  /** Largest number of queries in a tile. */
  readonly most: number;
  /** Packs the keys and values of an item. */
  begin(at: Item): void;
  /**
   * The address of the output of the queries from `row` on: [rows, heads,
   * valueDim], or [rows, dim] behind an output layer.
   */
  compute(item: number, at: Item, row: number, rows: number): number;
}

/** Whether the output of a call can be computed without maps of the weights. */
export function streamable({ values }: LoadedScores): boolean {
  return values.length === 0;
}

/** Allocates what tiles need. */
export function streamsOf(
  scratch: Scratch,
  call: Call,
  shared: SharedInputs,
  loaded: LoadedScores,
  rope: RopeCore | undefined,
): Streams {
  const { core, heap } = scratch;
  const { sizes, pairs, masks, outputLayer, softcap } = call;
  const { queries, keys, heads, keyHeads, headDim, valueDim } = sizes;
  const { summands, gate } = loaded;
  const terms = gate ? [...summands, gate] : summands;
  const lines = terms.map((term) => term.lines?.(pairs));
  const maps = lines.filter((line) => !line).length;
  const row = (outputLayer?.dim ?? 0) + heads * valueDim;
  const seenBytes = masks?.bytes
    ? keys * (masks.mask?.eachHead ? heads : 1)
    : 0;
  const mapBytes = maps * heads * keys * 4 + seenBytes;
  const room = mapBytes > 0 ? MAP_BYTES : OUTPUT_BYTES;
  const fitting = Math.floor(room / (mapBytes + row * 4));
  const groups = fitting - (fitting % GROUP) || Math.max(1, fitting);
  const most = Math.min(queries, groups);

  const places = terms.map((term, n) =>
    placeOf(scratch, term, lines[n], most * heads * keys * 4),
  );
  const list = scratch.bytes(summands.length * 12);
  const wide = whole(valueDim, COLUMNS);
  const pack = keyPacker(scratch, call);
  let panels = 0;
  const values = scratch.bytes(keyHeads * whole(keys, BLOCK) * wide * 4);
  const factors = scratch.bytes(keyHeads * 4);
  const sinks = shared.of(call.sinks);
  const mixed = scratch.bytes(most * heads * valueDim * 4);
  const output = outputStep(scratch, call, shared, most);
  const seen = masks && loadSeen(scratch, masks, sizes, pairs, most);
  const scale = scaleOf(call, rope);

  return {
    most,
    begin({ turnedK, v }) {
      panels = pack(turnedK);
      const own = { rows: keys, heads: keyHeads, width: valueDim };
      scratch.check(core.packValues({ sizes: own, v, out: values, factors }));
    },
    compute(item, at, row, rows) {
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
      scratch.check(
        core.streamAttention({
          sizes: {
            ...{ rows, keys, heads, keyHeads, width: headDim },
            valueDim,
          },
          in: {
            ...{ q: at.turnedQ + skipped, panels, scale },
            ...{ softcap: softcap ?? Infinity },
            ...{ added: list, addedCount: strides.length },
            ...(seen?.(item, row, rows) ?? NOTHING_MASKED),
          },
          ...{ v: values, factors, sinks, out: mixed },
          gate: written[summands.length] ?? NO_MAP,
        }),
        GROUP * 4 * (headDim + wide),
      );
      return output(mixed, rows);
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
