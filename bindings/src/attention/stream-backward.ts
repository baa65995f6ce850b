/**
 * The backward pass of attention without maps of scores and weights, for a
 * gradient by the output alone. As in the forward pass, only terms that are no
 * biases by distance have maps, of one tile.
 */

import type { Given } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';
import type { StreamedSums } from '../core/wasm/calls.js';
import type { RopeCore } from '../rotary/core.js';
import type { Term } from '../terms/term.js';
import type { Call } from './call.js';
import { countedKeys } from './counted-rows.js';
import type { ItemTiles } from './gradients.js';
import type { SharedInputs } from './items.js';
import { mixedUpstream } from './output-layer.js';
import { columnPanels, rowPanels } from './panels.js';
import { streamedScores } from './streamed-scores.js';
import { streamedMixer } from './streams.js';
import type { LoadedScores } from './terms.js';

/** Queries that the core computes together. */
const GROUP = 32;

/** Makes the function that runs all tiles of an item backwards. */
export function streamedBackward(
  scratch: Scratch,
  call: Call,
  shared: SharedInputs,
  loaded: LoadedScores,
  rope: RopeCore | undefined,
  upstream: Given<'float32'>,
): ItemTiles {
  const { core, heap } = scratch;
  const { sizes, pairs, outputLayer } = call;
  const { queries, keys, heads, keyHeads, headDim, valueDim } = sizes;
  const { summands, gate } = loaded;
  const width = heads * valueDim;
  const bytes = (outputLayer ? outputLayer.dim + 2 * width : width) * 4;
  const scores = streamedScores(scratch, call, loaded, rope, {
    ...{ bytes, gradients: true, group: GROUP, once: false },
  });
  const { most, mapped } = scores;
  const mixer = outputLayer && streamedMixer(scratch, call, shared, scores);
  const byMixed = mixedUpstream(scratch, call, shared, upstream, most);

  const own = { rows: keys, heads: keyHeads };
  const keyColumns = columnPanels(scratch, { ...own, width: headDim });
  const valueRows = rowPanels(scratch, { ...own, width: valueDim });
  const map = (needed: boolean) =>
    needed ? scratch.bytes(most * heads * keys * 4) : 0;
  const byAdded = map(mapped.some((term) => term !== gate));
  const byGate = map(gate !== undefined && mapped.includes(gate));
  const sumsOf = (term: Term) => term.sums?.(pairs);
  const lineSums = summands.flatMap((term) => sumsOf(term) ?? []);
  const gateSums = gate && sumsOf(gate);
  const list = scratch.bytes(lineSums.length * 16);
  /** The same sums from a row on. */
  const from = (row: number, { sums, rowStride, ...rest }: StreamedSums) => ({
    ...{ ...rest, rowStride, sums: sums + row * rowStride * 8 },
  });

  const keyRows = countedKeys(scratch, call);
  return (item, at, into, sums) => {
    keyRows.begin(at.k);
    scores.begin(at);
    mixer?.begin(at);
    keyColumns.pack(at.turnedK);
    valueRows.pack(at.v);
    for (let row = 0, rows = 0; row < queries; row += rows) {
      rows = Math.min(most, queries - row);
      const part = scores.tile(item, at, row, rows);
      const mixed = mixer ? mixer.mix(part) : 0;
      new Int32Array(heap.buffer, list, lineSums.length * 4).set(
        lineSums.flatMap((line) => {
          const { sums, heads, headStride, rowStride } = from(row, line);
          return [sums, heads, headStride, rowStride];
        }),
      );
      const skipped = row * heads * headDim * 4;
      scratch.check(
        core.streamGradient({
          sizes: part.sizes,
          in: {
            ...{ scores: part.scores, values: valueRows.panels },
            ...{ keys: keyColumns.panels, keyFactors: keyColumns.factors },
            ...{ gate: part.gate, sinks: shared.of(call.sinks) },
            upstream: byMixed(item, row, rows, mixed, sums),
          },
          into: {
            ...{ q: into.turnedQ + skipped, k: into.turnedK, v: into.v },
            ...{ sinks: sums.sinks, added: byAdded, gate: byGate },
            ...{ sums: list, sumsCount: lineSums.length },
            gateSums: gateSums ? from(row, gateSums) : NO_SUMS,
          },
        }),
        GROUP * 4 * (2 * keys + 2 * headDim + 2 * valueDim),
      );
      const flow = { q: into.q + skipped, k: into.k, content: 0 };
      if (byAdded) {
        const counted = { ...part.tile, k: keyRows.of(part.tile, byAdded) };
        for (const term of mapped) {
          if (term !== gate) term.back(counted, byAdded, flow);
        }
      }
      if (gate && byGate) gate.back(part.tile, byGate, flow);
    }
  };
}

const NO_SUMS: StreamedSums = {
  sums: 0,
  heads: 0,
  headStride: 0,
  rowStride: 0,
};
