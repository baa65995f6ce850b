/**
 * Answers what the core's loops of attention ask: for maps of terms, for arrays
 * that it does not hold, and what becomes of results.
 */

import type { Answer, Scratch } from '../core/memory.js';
import type { Attention } from '../core/wasm/calls.js';
import type { Tile } from '../terms/term.js';
import type { Call } from './call.js';
import { maskBringer } from './masks.js';
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
  const bringMask = masks?.mask && maskBringer(heap, masks.mask, sizes);
  const hide =
    call.terms.acrossKeys && (masks || tensors.length > 0)
      ? (scores: number) => scratch.check(core.hideKeys({ attention, scores }))
      : undefined;

  /** The tile at an address, as the core holds it. */
  const tileAt = (address: number): Tile => {
    const numbers = new Int32Array(heap.buffer, address, 8);
    const at = (n: number) => numbers[n] as number;
    return {
      ...{ queries, heads, keyHeads, headDim, valueDim, pairs, scale, hide },
      ...{ item: at(0), row: at(1), rows: at(2), key: at(3), keys: at(4) },
      ...{ q: at(5), k: at(6), content: at(7) },
    };
  };

  return ({ bring, take }) =>
    ([question = 0, n = 0, address = 0, first = 0, second = 0, third = 0]) => {
      const tile = tileAt(address);
      switch (QUESTIONS[question]) {
        case 'write':
          return terms[n]?.write(tile, first);
        case 'back': {
          const flow = new Int32Array(heap.buffer, second, 3);
          const [q = 0, k = 0, content = 0] = flow;
          return terms[n]?.back(tile, first, { q, k, content });
        }
        case 'writeValues':
          for (const value of values) value.write(tile, first, second);
          return;
        case 'valuesBack':
          for (const value of values) value.back(tile, first, second, third);
          return;
        case 'bring': {
          const what = BROUGHT[n] ?? 'mask';
          if (what === 'mask') return bringMask?.(tile, first, second, third);
          return bring?.(what, tile, first);
        }
        default:
          return take?.(TAKEN[n] ?? 'output', tile, first, second);
      }
    };
}
