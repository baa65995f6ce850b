/** The backward pass of attention for a tile of queries. */

import { batchOf, type Given } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import { type Call, scaleOf } from './call.js';
import type { Item, SharedInputs } from './items.js';
import type { LoadedScores } from './terms.js';
import { tilesOf } from './tiles.js';

/** The gradients by the results of attention, as they were given. */
export interface Upstream {
  readonly output: Given<'float32'> | undefined;
  readonly weights: Given<'float32'> | undefined;
  readonly scores: Given<'float32'> | undefined;
}

/** Addresses of the float32 gradients of an item, to which tiles add theirs. */
export interface ItemGradient {
  /** By queries and keys before rotation, from relative terms. */
  readonly q: number;
  readonly k: number;
  /** By queries and keys after rotation. Without a rope, the same as above. */
  readonly turnedQ: number;
  readonly turnedK: number;
  /** By values; 0 if there are none. */
  readonly v: number;
}

/** Addresses of the gradients that all items share. */
export interface SharedGradient {
  /** float64 [heads]; 0 without sinks. */
  readonly sinks: number;
  /** float32 [outputDim, heads · valueDim] and [outputDim]; 0 without them. */
  readonly outputWeight: number;
  readonly outputBias: number;
}

/** Fills an array of float32 with zeros. */
export function clear({ heap }: Scratch, pointer: number, count: number): void {
  new Float32Array(heap.buffer, pointer, count).fill(0);
}

/** Makes the function that runs all tiles of an item backwards. */
export function backward(
  scratch: Scratch,
  call: Call,
  shared: SharedInputs,
  loaded: LoadedScores,
  rope: RopeCore | undefined,
  upstream: Upstream,
): (item: number, at: Item, into: ItemGradient, sums: SharedGradient) => void {
  const { core, heap } = scratch;
  const { sizes, method, softcap, terms, outputLayer } = call;
  const { queries, keys, heads, keyHeads, headDim, valueDim } = sizes;
  const { summands, gate, values } = loaded;
  const capped = softcap !== undefined || upstream.scores !== undefined;
  const brought = upstream.scores || upstream.weights;
  const extra = [true, gate, terms.ofContent, brought].filter(Boolean).length;
  const layer = upstream.output && outputLayer;
  const tiles = tilesOf(scratch, call, shared, loaded, rope, {
    ...{ scores: capped, softened: true, more: extra },
    output: layer !== undefined,
  });
  const { most } = tiles;
  const map = (needed: unknown) =>
    needed ? scratch.bytes(most * heads * keys * 4) : 0;
  const by = map(true);
  const byGate = map(gate);
  const inflow = map(terms.ofContent);
  const given = map(brought);
  const width = heads * valueDim;
  const outWidth = layer ? layer.dim : width;
  const byOutput = scratch.bytes(most * outWidth * 4);
  const byMixed = layer ? scratch.bytes(most * width * 4) : byOutput;
  const scale = scaleOf(call, rope);
  const bytes = 8 * 4 * Math.max(headDim, keys, width, 256);

  const { output } = upstream;
  /** Brings the upstream of the output of a tile. */
  const loadOutput = (
    of: Given<'float32'>,
    item: number,
    row: number,
    rows: number,
  ) => {
    const from = (item * queries + row) * outWidth;
    const { array } = batchOf(heap, method, of).operand;
    const part = array.subarray(from, from + rows * outWidth);
    new Float32Array(heap.buffer, byOutput, rows * outWidth).set(part);
  };
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
      if (output) {
        loadOutput(output, item, row, rows);
        if (layer) {
          clear(scratch, byMixed, rows * width);
          scratch.check(
            core.linearGradient({
              sizes: { rows, in: width, out: outWidth },
              ...{ x: maps.mixed, weight: shared.of(layer.weight) },
              ...{ upstream: byOutput, xGradient: byMixed },
              weightGradient: sums.outputWeight,
              biasGradient: sums.outputBias,
            }),
            bytes,
          );
        }
        scratch.check(
          core.valuesGradient({
            ...{ sizes: { ...own, width: valueDim }, weights, v: at.v },
            ...{ upstream: byMixed, weightsGradient: by, vGradient: into.v },
          }),
          bytes,
        );
        for (const value of values) value.back(tile, weights, byMixed, by);
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
