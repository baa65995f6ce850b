// The score of a word with itself over the distance, for every head.

import type { Attention } from 'posenc/attention';
import { splitWords } from '../../../figures/words/words.js';
import type { Side } from '../state/slots.js';
import type { AttentionState } from '../state/state.js';
import { attendSide } from './attend.js';

/** The farthest distance to either side. */
const reach = 64;

/** The number of distances of a profile. */
const count = 2 * reach + 1;

export interface Profile {
  /** Distances of the key from the query: negative for keys before it. */
  readonly distances: Float64Array;
  /** The scores of each head. */
  readonly heads: readonly Float32Array[];
}

/** The word of the profile. */
export function profiledWord({ text, word }: AttentionState): string {
  const words = splitWords(text);
  return words[word] ?? words[0] ?? '';
}

export function computeProfile(
  pe: Attention,
  state: AttentionState,
  side: Side,
): Profile {
  const { heads, headDim, likeness, start } = state;
  const { scores } = attendSide(pe, side, {
    words: new Array<string>(count).fill(profiledWord(state)),
    ...{ heads, headDim, likeness, start },
    causal: false,
    query: reach,
  });
  return {
    distances: Float64Array.from({ length: count }, (_, i) => i - reach),
    heads: Array.from({ length: heads }, (_, h) =>
      scores.values.subarray(h * count, (h + 1) * count),
    ),
  };
}
