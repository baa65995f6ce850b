// The meeting of the two words whose arrows are shown.

import type { Posenc } from 'posenc';
import { computeMeeting, type Meeting } from '../../figures/arrows/pairs.js';
import { embedWords, splitWords } from '../../figures/words/words.js';
import { makeRope } from '../../methods/make.js';
import type { RopeState } from './state.js';

/** The words of a state whose arrows are shown. */
function chosenWords({ text, query, key }: RopeState): string[] {
  const words = splitWords(text);
  return [query, key].map((place) => words[place] ?? words[0] ?? '');
}

export function meetWords(pe: Posenc, state: RopeState): Meeting {
  const { spec, queryAt, keyAt, likeness } = state;
  const { headDim } = makeRope(pe, spec);
  const vectors = embedWords(pe, chosenWords(state), headDim, likeness);
  const q = vectors.subarray(0, headDim);
  const k = vectors.subarray(headDim);
  return computeMeeting(pe, { spec, q, k, queryAt, keyAt });
}
