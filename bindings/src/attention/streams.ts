/** The output of attention without its maps, for tiles of queries. */

import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import type { Call } from './call.js';
import type { Item, SharedInputs } from './items.js';
import { outputStep } from './output-layer.js';
import { blockOf, columnPanels, readOnce, TOGETHER } from './panels.js';
import {
  type StreamedScores,
  type StreamedTile,
  streamedScores,
} from './streamed-scores.js';
import type { LoadedScores } from './terms.js';

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
  const { heads, valueDim } = call.sizes;
  const bytes = ((call.outputLayer?.dim ?? 0) + heads * valueDim) * 4;
  const scores = streamedScores(scratch, call, loaded, rope, {
    ...{ bytes, gradients: false, group: TOGETHER },
    once: readOnce(call.sizes),
  });
  const { most } = scores;
  const mixer = streamedMixer(scratch, call, shared, scores);
  const output = outputStep(scratch, call, shared, most);
  return {
    most,
    begin(at) {
      scores.begin(at);
      mixer.begin(at);
    },
    compute(item, at, row, rows) {
      return output(mixer.mix(scores.tile(item, at, row, rows)), rows);
    },
  };
}

/** Computes the sums of values by weights. */
interface StreamedMixer {
  /** Packs the values of an item. */
  begin(at: Item): void;
  /** The address of the sums of a tile, [rows, heads, valueDim]. */
  mix(tile: StreamedTile): number;
}

/** Allocates what the sums of values need. */
export function streamedMixer(
  scratch: Scratch,
  { sizes, sinks }: Call,
  shared: SharedInputs,
  { most }: StreamedScores,
): StreamedMixer {
  const { core } = scratch;
  const { keys, heads, keyHeads, headDim, valueDim } = sizes;
  const own = { rows: keys, heads: keyHeads, width: valueDim };
  const once = readOnce(sizes);
  const packed = once ? undefined : columnPanels(scratch, own);
  let v = packed?.panels ?? 0;
  const factors = packed?.factors ?? 0;
  const mixed = scratch.bytes(most * heads * valueDim * 4);
  const together = TOGETHER * (headDim + valueDim + TOGETHER);
  const blocks = once ? blockOf(headDim) + blockOf(valueDim) : 0;
  return {
    begin(at) {
      if (packed) packed.pack(at.v);
      else v = at.v;
    },
    mix({ sizes, scores, gate }) {
      scratch.check(
        core.streamAttention({
          ...{ sizes, in: scores, v, factors },
          ...{ gate, sinks: shared.of(sinks), out: mixed },
        }),
        4 * (together + blocks),
      );
      return mixed;
    },
  };
}
