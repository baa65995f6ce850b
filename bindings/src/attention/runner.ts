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
  /** The first query that has results, and how many have. */
  readonly first: number;
  readonly count: number;
}

/** Computes tiles of queries, and copies what is wanted of them. */
export interface Runner {
  /** Largest number of queries in a tile. */
  readonly most: number;
  /** Makes an item ready. */
  begin(at: Item): void;
  /** Computes the queries from `row` on. */
  run(item: number, at: Item, row: number, rows: number): void;
}

/** Makes a runner that computes all maps of a tile. */
export function mapRunner(
  scratch: Scratch,
  call: Call,
  wanted: Wanted,
  results: Results,
  { shared, loaded, rope, first, count }: Inside,
): Runner {
  const { keys, heads } = call.sizes;
  const alone =
    !wanted.weights && !wanted.output && !(wanted.terms && loaded.gate);
  const tiles = tilesOf(scratch, call, shared, loaded, rope, {
    ...{ scores: wanted.scores && !alone, softened: false },
    ...{ output: wanted.output, scoresAlone: alone },
  });
  const names = ['content', ...call.terms.names].map((term) => `terms.${term}`);
  return {
    most: tiles.most,
    begin() {},
    run(item, at, row, rows) {
      const copyMap = (name: string, pointer: number) => {
        const to = results[name]?.tensor().data;
        if (!to) return;
        for (let head = 0; head < heads; ++head) {
          const from = pointer + head * rows * keys * 4;
          const part = new Float32Array(
            ...([scratch.heap.buffer, from, rows * keys] as const),
          );
          to.set(part, ((item * heads + head) * count + row - first) * keys);
        }
      };
      const maps = tiles.compute(item, at, row, rows, (n, term) =>
        copyMap(names[n] as string, term),
      );
      copyMap('scores', maps.scores);
      copyMap('weights', maps.weights);
      copyMap('gate', maps.gate);
      const to = { output: results.output, row: item * count + row - first };
      copyOutput(scratch, call, to, maps.output, count, rows);
    },
  };
}

/** Makes a runner that computes the output alone, without maps. */
export function outputRunner(
  scratch: Scratch,
  call: Call,
  { output }: Results,
  { shared, loaded, rope, first, count }: Inside,
): Runner {
  const streams = streamsOf(scratch, call, shared, loaded, rope);
  return {
    most: streams.most,
    begin: (at) => streams.begin(at),
    run(item, at, row, rows) {
      const pointer = streams.compute(item, at, row, rows);
      const to = { output, row: item * count + row - first };
      copyOutput(scratch, call, to, pointer, count, rows);
    },
  };
}

/** Copies the output of some queries to its place in the result. */
function copyOutput(
  { heap }: Scratch,
  { sizes: { items } }: Call,
  { output, row }: { output: Target<'float32'> | undefined; row: number },
  pointer: number,
  count: number,
  rows: number,
): void {
  if (!output) return;
  const to = output.tensor().data;
  const width = to.length / (items * count);
  const part = new Float32Array(heap.buffer, pointer, rows * width);
  to.set(part, row * width);
}
