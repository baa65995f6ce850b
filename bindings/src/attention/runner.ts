/** Computes attention in tiles of queries, and copies the results. */

import type { Target } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import type { Call } from './call.js';
import type { Item, SharedInputs } from './items.js';
import type { Results, Wanted } from './results.js';
import { streamsOf } from './streams.js';
import type { LoadedScores } from './terms.js';
import { tilesOf } from './tiles.js';

/** What both runners compute with. */
interface Inside {
  readonly shared: SharedInputs;
  readonly loaded: LoadedScores;
  readonly rope: RopeCore | undefined;
}

/** Computes tiles of queries, and copies what is wanted of them. */
export interface Runner {
  /** Largest number of queries in a tile. */
  readonly most: number;
  /** Computes the queries from `row` on; those of an item in their order. */
  run(item: number, at: Item, row: number, rows: number): void;
}

/** Makes a runner that computes all maps of a tile. */
export function mapRunner(
  scratch: Scratch,
  call: Call,
  wanted: Wanted,
  results: Results,
  { shared, loaded, rope }: Inside,
): Runner {
  const { queries, keys, heads } = call.sizes;
  const alone =
    !wanted.weights && !wanted.output && !(wanted.terms && loaded.gate);
  const tiles = tilesOf(scratch, call, shared, loaded, rope, {
    ...{ scores: wanted.scores && !alone, softened: false },
    ...{ output: wanted.output, scoresAlone: alone },
  });
  const names = ['content', ...call.terms.names].map((term) => `terms.${term}`);
  return {
    most: tiles.most,
    run(item, at, row, rows) {
      const copyMap = (name: string, pointer: number) => {
        const to = results[name]?.tensor().data;
        if (!to) return;
        for (let head = 0; head < heads; ++head) {
          const from = pointer + head * rows * keys * 4;
          const part = new Float32Array(
            ...([scratch.heap.buffer, from, rows * keys] as const),
          );
          to.set(part, ((item * heads + head) * queries + row) * keys);
        }
      };
      const maps = tiles.compute(item, at, row, rows, (n, term) =>
        copyMap(names[n] as string, term),
      );
      copyMap('scores', maps.scores);
      copyMap('weights', maps.weights);
      copyMap('gate', maps.gate);
      copyOutput(scratch, call, results.output, maps.output, item, row, rows);
    },
  };
}

/** Makes a runner that computes the output alone, without maps. */
export function outputRunner(
  scratch: Scratch,
  call: Call,
  { output }: Results,
  { shared, loaded, rope }: Inside,
): Runner {
  const streams = streamsOf(scratch, call, shared, loaded, rope);
  return {
    most: streams.most,
    run(item, at, row, rows) {
      if (row === 0) streams.begin(at);
      const pointer = streams.compute(item, at, row, rows);
      copyOutput(scratch, call, output, pointer, item, row, rows);
    },
  };
}

/** Copies the output of some queries to its place in the result. */
function copyOutput(
  { heap }: Scratch,
  { sizes: { items, queries } }: Call,
  output: Target<'float32'> | undefined,
  pointer: number,
  item: number,
  row: number,
  rows: number,
): void {
  if (!output) return;
  const to = output.tensor().data;
  const width = to.length / (items * queries);
  const part = new Float32Array(heap.buffer, pointer, rows * width);
  to.set(part, (item * queries + row) * width);
}
