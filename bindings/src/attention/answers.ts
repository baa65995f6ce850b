/**
 * Answers what the core's loops of attention ask: for maps of terms, for arrays
 * that it does not hold, and what becomes of results.
 */

import type { Answer, Scratch } from '../core/memory.js';
import type { Attention } from '../core/wasm/calls.js';
import type { Tile } from '../terms/term.js';
import type { Call } from './call.js';
import { maskWriter } from './masks.js';
import { type LoadedScores, termsOf } from './terms.js';

/** By which results a tile has a gradient. */
export type Brought = 'output' | 'weights' | 'scores';

/** A result of a tile: a summand of the scores, or one with a name. */
export type Taken = 'term' | 'scores' | 'weights' | 'gate' | 'output';

/** Brings the gradient by a result to an address. */
export type Bring = (what: Brought, tile: Tile, to: number) => void;

/** Takes a result from an address. Number 0 of the terms is the content. */
export type Take = (
  what: Taken,
  tile: Tile,
  from: number,
  term: number,
) => void;

/** What brings and takes the arrays of a call. */
export interface Ends {
  readonly bring?: Bring;
  readonly take?: Take;
}

// The order of all three is that of the enums of the core: the first is in
// bindings/embind/attend.cpp, the others in cpp/posenc/attention/client.hpp.
const QUESTIONS = [
  ...(['write', 'back', 'writeValues', 'valuesBack'] as const),
  ...(['bring', 'take'] as const),
];
const BROUGHT = ['mask', 'output', 'weights', 'scores'] as const;
const TAKEN = ['term', 'scores', 'weights', 'gate', 'output'] as const;

/**
 * Makes the function that makes answers of what brings and takes arrays.
 * `scale` is the factor of the scores.
 */
export function answering(
  scratch: Scratch,
  call: Call,
  loaded: LoadedScores,
  attention: Attention,
  scale: number,
): (ends: Ends) => Answer {
  const { core, heap } = scratch;
  const { sizes, pairs, masks } = call;
  const { queries, heads, keyHeads, headDim, valueDim } = sizes;
  const { values, tensors } = loaded;
  const terms = termsOf(loaded);
  const writeMask = masks && maskWriter(heap, masks, sizes);
  const hide =
    call.terms.acrossKeys && (masks || tensors.length > 0)
      ? (scores: number) => scratch.check(core.hideKeys({ attention, scores }))
      : undefined;

  /** The tile of a question. */
  const readTile = (numbers: ArrayLike<number>): Tile => {
    const at = (n: number) => numbers[n] as number;
    return {
      ...{ queries, heads, keyHeads, headDim, valueDim, pairs, scale, hide },
      ...{ item: at(2), row: at(3), rows: at(4), key: at(5), keys: at(6) },
      ...{ q: at(7), k: at(8), content: at(9) },
    };
  };

  return ({ bring, take }) =>
    (numbers) => {
      // Calls of the core that an answer makes write to the same list.
      const tile = readTile(numbers);
      const [question, n] = [numbers[0] as number, numbers[1] as number];
      const [first, second] = [numbers[10] as number, numbers[11] as number];
      const [third, fourth] = [numbers[12] as number, numbers[13] as number];
      switch (QUESTIONS[question]) {
        case 'write':
          return terms[n]?.write(tile, first);
        case 'back': {
          const flow = { q: second, k: third, content: fourth };
          return terms[n]?.back(tile, first, flow);
        }
        case 'writeValues':
          for (const value of values) value.write(tile, first, second);
          return;
        case 'valuesBack':
          for (const value of values) value.back(tile, first, second, third);
          return;
        case 'bring': {
          const what = BROUGHT[n] ?? 'mask';
          if (what === 'mask') return writeMask?.(tile, first, second, third);
          return bring?.(what, tile, first);
        }
        default:
          return take?.(TAKEN[n] ?? 'output', tile, first, second);
      }
    };
}
