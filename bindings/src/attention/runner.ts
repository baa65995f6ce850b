/** Computes attention in tiles of queries, and copies the results. */

import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import type { Call } from './call.js';
import type { Item, SharedInputs } from './items.js';
import type { Wanted } from './results.js';
import { streamsOf } from './streams.js';
import type { LoadedScores } from './terms.js';
import { tilesOf } from './tiles.js';

/** What both runners compute with. */
interface Inside {
  readonly shared: SharedInputs;
  readonly loaded: LoadedScores;
  readonly rope: RopeCore | undefined;
}

/** Where results go. */
export interface Into {
  /** The array of a result, if it is wanted; terms are `terms.NAME`. */
  of(name: string): Float32Array | undefined;
  /** The first query that the arrays have results of, and how many they have. */
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
  run(item: number, at: Item, row: number, rows: number, into: Into): void;
}

/** Makes a runner that computes all maps of a tile. */
export function mapRunner(
  scratch: Scratch,
  call: Call,
  wanted: Wanted,
  { shared, loaded, rope }: Inside,
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
    run(item, at, row, rows, into) {
      const { first, count } = into;
      const copyMap = (name: string, pointer: number) => {
        const to = into.of(name);
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
      copyOutput(scratch, call, maps.output, item, row, rows, into);
    },
  };
}

/** Makes a runner that computes the output alone, without maps. */
export function outputRunner(
  scratch: Scratch,
  call: Call,
  { shared, loaded, rope }: Inside,
): Runner {
  const streams = streamsOf(scratch, call, shared, loaded, rope);
  return {
    most: streams.most,
    begin: (at) => streams.begin(at),
    run(item, at, row, rows, into) {
      const pointer = streams.compute(item, at, row, rows);
      copyOutput(scratch, call, pointer, item, row, rows, into);
    },
  };
}

/** Copies the output of some queries to its place in the result. */
function copyOutput(
  { heap }: Scratch,
  { sizes: { items } }: Call,
  pointer: number,
  item: number,
  row: number,
  rows: number,
  { of, first, count }: Into,
): void {
  const to = of('output');
  if (!to) return;
  const width = to.length / (items * count);
  const part = new Float32Array(heap.buffer, pointer, rows * width);
  to.set(part, (item * count + row - first) * width);
}
