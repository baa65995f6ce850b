/** The backward pass of attention for a tile of queries. */

import { type Given, inputOf } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import type { Tile } from '../terms/term.js';
import { type Call, scaleOf } from './call.js';
import { countedKeys } from './counted-rows.js';
import { clear, type ItemTiles, type Upstream } from './gradients.js';
import type { SharedInputs } from './items.js';
import { mixedUpstream } from './output-layer.js';
import type { LoadedScores } from './terms.js';
import { ALIGNED_KEYS, tilesOf } from './tiles.js';
import { loadSpans } from './visible.js';

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
  const { sizes, pairs, masks, method, softcap, terms } = call;
  const { queries, heads, keyHeads, headDim, valueDim } = sizes;
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
    needed ? scratch.bytes(most * heads * sizes.keys * 4) : 0;
  const by = map(true);
  const byGate = map(gate);
  const inflow = map(terms.ofContent);
  const given = map(brought);
  const width = heads * valueDim;
  const byMixed =
    upstream.output &&
    mixedUpstream(scratch, call, shared, upstream.output, most);
  const scale = scaleOf(call, rope);
  const bytes = 8 * 4 * Math.max(headDim, sizes.keys, width, 256);

  /** Brings the upstream of a map of a tile. */
  const loadMap = (
    of: Given<'float32'>,
    { item, row, rows, key, keys }: Tile,
  ) => {
    const { array } = inputOf(heap, method, of).operand;
    const to = new Float32Array(heap.buffer, given, heads * rows * keys);
    for (let n = 0; n < heads * rows; ++n) {
      const head = item * heads + Math.floor(n / rows);
      const from = (head * queries + row + (n % rows)) * sizes.keys + key;
      to.set(array.subarray(from, from + keys), n * keys);
    }
  };
  const spans =
    masks && terms.partial ? loadSpans(scratch, masks, pairs, most) : undefined;
  /** The keys that some of these queries may see; more, if terms need all. */
  const keysOf = (row: number, rows: number): readonly [number, number] => {
    const [from, to] = spans?.find(row, rows) ?? [0, sizes.keys];
    // Of none, one that is masked.
    return from < to
      ? [from - (from % ALIGNED_KEYS), to]
      : [0, Math.min(1, sizes.keys)];
  };

  const keyRows = countedKeys(scratch, call);
  return (item, at, into, sums) => {
    keyRows.begin(at.k);
    for (let row = 0, rows = 0; row < queries; row += rows) {
      rows = Math.min(most, queries - row);
      const some = keysOf(row, rows);
      const maps = tiles.compute(item, at, row, rows, undefined, some);
      const { tile, softened, weights, sinkWeights, scores } = maps;
      const { key, keys } = tile;
      const count = heads * rows * keys;
      const own = { rows, keys, heads, keyHeads };
      const skippedK = key * keyHeads * headDim * 4;
      const skippedV = key * keyHeads * valueDim * 4;
      if (byMixed) {
        const mixed = byMixed(item, row, rows, maps.mixed, sums);
        scratch.check(
          core.valuesGradient({
            ...{ sizes: { ...own, width: valueDim }, weights },
            ...{ v: at.v + skippedV, upstream: mixed },
            ...{ weightsGradient: by, vGradient: into.v + skippedV },
          }),
          bytes,
        );
        for (const value of values) value.back(tile, weights, mixed, by);
      } else {
        clear(scratch, by, count);
      }
      if (upstream.weights) {
        loadMap(upstream.weights, tile);
        scratch.check(core.add({ x: by, y: given, count, out: by }));
      }
      const skipped = row * heads * headDim * 4;
      const flow = { q: into.q + skipped, k: into.k, content: inflow };
      if (gate) {
        const gated = { x: by, weights: softened, count, out: byGate };
        scratch.check(core.multiplyWeighed(gated));
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
        if (upstream.scores) loadMap(upstream.scores, tile);
        scratch.check(
          core.softcapGradient({
            ...{ count, softcap: softcap ?? Infinity, scores, gradient: by },
            upstream: upstream.scores ? given : 0,
          }),
        );
      }
      if (inflow) clear(scratch, inflow, count);
      const counted = { ...tile, k: keyRows.of(tile, by) };
      for (const term of summands) term.back(counted, by, flow);
      if (inflow) {
        scratch.check(core.add({ x: by, y: inflow, count, out: by }));
      }
      scratch.check(
        core.contentGradient({
          ...{ sizes: { ...own, width: headDim }, scale, upstream: by },
          ...{ q: at.turnedQ + skipped, k: at.turnedK + skippedK },
          qGradient: into.turnedQ + skipped,
          kGradient: into.turnedK + skippedK,
        }),
        bytes,
      );
    }
  };
}
