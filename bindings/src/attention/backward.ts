/** The backward pass of attention for a tile of queries. */

import { batchOf, type Given } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import { type Call, scaleOf } from './call.js';
import { clear, type ItemTiles, type Upstream } from './gradients.js';
import type { SharedInputs } from './items.js';
import { mixedUpstream } from './output-layer.js';
import type { LoadedScores } from './terms.js';
import { tilesOf } from './tiles.js';

/** Makes the function that runs all tiles of an item backwards. */
export function backward(
  scratch: Scratch,
  call: Call,
  shared: SharedInputs,
  loaded: LoadedScores,
  rope: RopeCore | undefined,
  upstream: Upstream,
): ItemTiles {
  const { core, heap } = scratch;
  const { sizes, method, softcap, terms } = call;
  const { queries, keys, heads, keyHeads, headDim, valueDim } = sizes;
  const { summands, gate, values } = loaded;
  const capped = softcap !== undefined || upstream.scores !== undefined;
  const brought = upstream.scores || upstream.weights;
  const extra = [true, gate, terms.ofContent, brought].filter(Boolean).length;
  const tiles = tilesOf(scratch, call, shared, loaded, rope, {
    ...{ scores: capped, softened: true, more: extra },
    output: upstream.output !== undefined && call.outputLayer !== undefined,
  });
  const { most } = tiles;
  const map = (needed: unknown) =>
    needed ? scratch.bytes(most * heads * keys * 4) : 0;
  const by = map(true);
  const byGate = map(gate);
  const inflow = map(terms.ofContent);
  const given = map(brought);
  const width = heads * valueDim;
  const byMixed =
    upstream.output &&
    mixedUpstream(scratch, call, shared, upstream.output, most);
  const scale = scaleOf(call, rope);
  const bytes = 8 * 4 * Math.max(headDim, keys, width, 256);

  /** Brings the upstream of a map of a tile. */
  const loadMap = (
    of: Given<'float32'>,
    item: number,
    row: number,
    rows: number,
  ) => {
    const { array } = batchOf(heap, method, of).operand;
    const to = new Float32Array(heap.buffer, given, heads * rows * keys);
    for (let head = 0; head < heads; ++head) {
      const from = ((item * heads + head) * queries + row) * keys;
      to.set(array.subarray(from, from + rows * keys), head * rows * keys);
    }
  };

  return (item, at, into, sums) => {
    for (let row = 0, rows = 0; row < queries; row += rows) {
      rows = Math.min(most, queries - row);
      const maps = tiles.compute(item, at, row, rows);
      const { tile, softened, weights, sinkWeights, scores } = maps;
      const count = heads * rows * keys;
      const own = { rows, keys, heads, keyHeads };
      if (byMixed) {
        const mixed = byMixed(item, row, rows, maps.mixed, sums);
        scratch.check(
          core.valuesGradient({
            ...{ sizes: { ...own, width: valueDim }, weights, v: at.v },
            ...{ upstream: mixed, weightsGradient: by, vGradient: into.v },
          }),
          bytes,
        );
        for (const value of values) value.back(tile, weights, mixed, by);
      } else {
        clear(scratch, by, count);
      }
      if (upstream.weights) {
        loadMap(upstream.weights, item, row, rows);
        scratch.check(core.add({ x: by, y: given, count, out: by }));
      }
      const skipped = row * heads * headDim * 4;
      const flow = { q: into.q + skipped, k: into.k, content: inflow };
      if (gate) {
        const gated = { x: by, y: softened, count, out: byGate };
        scratch.check(core.multiply(gated));
        gate.back(tile, byGate, flow);
        scratch.check(core.multiply({ x: by, y: maps.gate, count, out: by }));
      }
      scratch.check(
        core.softmaxGradient({
          ...{ sizes: { heads, rows, keys }, weights: softened, sinkWeights },
          ...{ upstream: by, gradient: by, sinksGradient: sums.sinks },
        }),
      );
      if (capped) {
        if (upstream.scores) loadMap(upstream.scores, item, row, rows);
        scratch.check(
          core.softcapGradient({
            ...{ count, softcap: softcap ?? Infinity, scores, gradient: by },
            upstream: upstream.scores ? given : 0,
          }),
        );
      }
      if (inflow) clear(scratch, inflow, count);
      for (const term of summands) term.back(tile, by, flow);
      if (inflow) {
        scratch.check(core.add({ x: by, y: inflow, count, out: by }));
      }
      scratch.check(
        core.contentGradient({
          ...{ sizes: { ...own, width: headDim }, scale, upstream: by },
          ...{ q: at.turnedQ + skipped, k: at.turnedK },
          qGradient: into.turnedQ + skipped,
          kGradient: into.turnedK,
        }),
        bytes,
      );
    }
  };
}
