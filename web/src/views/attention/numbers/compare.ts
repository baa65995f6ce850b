// What a configuration makes of the sentence, and how its scores change when
// the sentence moves or its words change places.

import type { Posenc } from 'posenc';
import { splitWords, validOrder } from '../../../figures/words/words.js';
import { writeCount } from '../../../plot/ticks.js';
import { PageLimit } from '../../../shell/failure.js';
import type { Side } from '../state/slots.js';
import { type AttentionState, pageParameters } from '../state/state.js';
import {
  type Attended,
  attendSide,
  checkSizes,
  largestChange,
} from './attend.js';

export interface Compared extends Attended {
  /** The largest change of a score from the sentence at position 0. */
  readonly moved: number;
  /** The largest change of the score of two words from the typed order. */
  readonly reordered: number;
  /** The largest score, which says what counts as rounding. */
  readonly largest: number;
}

/** The places of the words in the sentence, in the order shown. */
export function shownOrder({ text, order }: AttentionState): number[] {
  return validOrder(order, splitWords(text).length);
}

/** The words in the order shown. */
export function shownWords(state: AttentionState): string[] {
  const words = splitWords(state.text);
  return shownOrder(state).map((place) => words[place] as string);
}

function checkLength({ length }: AttentionState): void {
  const { min, max } = pageParameters.length;
  if (Number.isInteger(length) && length >= min && length <= max) return;
  const rule = `an integer from ${min} to ${writeCount(max)}`;
  const message = `length must be ${rule}, got ${length}`;
  throw new PageLimit({ code: 'PAGE_RANGE', param: 'length', message });
}

/** Throws where the values of the page itself are wrong. */
export function checkState(state: AttentionState): void {
  checkSizes(state);
  checkLength(state);
  if (splitWords(state.text).length > 0) return;
  const message = 'type at least one word';
  throw new PageLimit({ code: 'PAGE_EMPTY', param: 'text', message });
}

export function compareSide(
  pe: Posenc,
  state: AttentionState,
  side: Side,
): Compared {
  const { heads, headDim, likeness, start, causal } = state;
  const typed = splitWords(state.text);
  const order = shownOrder(state);
  const words = shownWords(state);
  // Compare without the mask, because the mask depends on the order, too.
  const ask = (asked: readonly string[], from: number, mask = false) => ({
    ...{ words: asked, start: from, causal: mask, heads, headDim, likeness },
  });
  const scoresOf = (asked: readonly string[], from: number) =>
    attendSide(pe, side, ask(asked, from)).scores;
  const shown = attendSide(pe, side, {
    ...ask(words, start, causal),
    terms: true,
  });
  const here = causal ? scoresOf(words, start) : shown.scores;
  const still = scoresOf(words, 0);
  const inOrder = scoresOf(typed, start);
  return {
    ...shown,
    moved: largestChange(here, still, (i) => i),
    reordered: largestChange(here, inOrder, (i) => order[i] as number),
    largest: here.values.reduce((most, v) => Math.max(most, Math.abs(v)), 0),
  };
}
