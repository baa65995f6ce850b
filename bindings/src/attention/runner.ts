/** Runs attention forwards, and copies the results. */

import type { Scratch } from '../core/memory.js';
import type { Take } from './answers.js';
import { makeAttend } from './attend.js';
import type { Call } from './call.js';
import type { Item } from './items.js';
import type { LoadedCall } from './loaded-call.js';
import { needsMaps, type Queries, type Wanted } from './results.js';

/** Where results go. */
export interface Into {
  /** The array of a result, if it is wanted; terms are `terms.NAME`. */
  of(name: string): Float32Array | undefined;
  /** The first query that the arrays have results of, and how many they have. */
  readonly first: number;
  readonly count: number;
}

/** Computes queries, and copies what is wanted of them. */
export interface Runner {
  /** Makes an item ready. */
  begin(item: number, at: Item): void;
  /** Computes some queries of the item. */
  run(rows: Queries, into: Into): void;
}

/** Loads what the results of a call need. */
export function forwardRunner(
  scratch: Scratch,
  call: Call,
  { scores, weights, output, terms }: Wanted,
  loadedCall: LoadedCall,
): Runner {
  const maps = needsMaps({ scores, weights, output, terms });
  const { values } = loadedCall.loaded;
  const streams = !maps && values.length === 0 && !call.weighing;
  const direction = streams ? 'forwards' : undefined;
  const attend = makeAttend(scratch, call, loadedCall, direction);
  attend.start((core, attention) =>
    core.startAttention({ attention, scores, weights, output, terms }),
  );
  return {
    begin: attend.begin,
    run([row, end], into) {
      attend.run({ take: taker(scratch, call, into) }, (core, attention) =>
        core.attend({ attention, row, rows: end - row }),
      );
    },
  };
}

/** Makes the function that copies a result of a tile to its place. */
function taker(
  { heap }: Scratch,
  { sizes: { items, heads }, terms }: Call,
  { of, first, count }: Into,
): Take {
  const names = ['content', ...terms.names];
  return (what, { item, row, rows }, from, term) => {
    const to = of(what === 'term' ? `terms.${names[term]}` : what);
    if (!to) return;
    const maps = what === 'output' ? 1 : heads;
    const width = to.length / (items * maps * count);
    const size = rows * width;
    for (let map = 0; map < maps; ++map) {
      const part = new Float32Array(heap.buffer, from + map * size * 4, size);
      to.set(part, ((item * maps + map) * count + row - first) * width);
    }
  };
}
