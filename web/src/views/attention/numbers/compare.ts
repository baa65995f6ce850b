// What a configuration makes of the sentence, and how its scores change when
// the sentence moves or its words change places.

import type { Attention } from 'posenc/attention';
import { splitWords, validOrder } from '../../../figures/words/words.js';
import { writeCount } from '../../../plot/ticks.js';
import { PageLimit } from '../../../shell/failure.js';
import type { Side } from '../state/slots.js';
import {
  type AttentionState,
  pageParameters,
  type Shown,
} from '../state/state.js';
import {
  type Attended,
  attendSide,
  checkSizes,
  largestChange,
  largestOf,
} from './attend.js';

/** The largest changes of the numbers of two words, and the largest number. */
export interface Steps {
  /** From the sentence at position 0. */
  readonly moved: number;
  /** From the typed order. */
  readonly reordered: number;
  readonly largest: number;
}

export interface Compared extends Attended {
  readonly steps: Readonly<Record<Shown, Steps>>;
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
  pe: Attention,
  state: AttentionState,
  side: Side,
): Compared {
  const { heads, headDim, likeness, start, causal } = state;
  const typed = splitWords(state.text);
  const order = shownOrder(state);
  const words = shownWords(state);
  const ask = (asked: readonly string[], from: number, mask: boolean) => ({
    ...{ words: asked, start: from, causal: mask, heads, headDim, likeness },
  });
  const shown = attendSide(pe, side, {
    ...ask(words, start, causal),
    terms: true,
  });
  const made = (mask: boolean) => {
    const of = (asked: readonly string[], from: number) =>
      attendSide(pe, side, ask(asked, from, mask));
    const here = mask === causal ? shown : of(words, start);
    return { here, still: of(words, 0), inOrder: of(typed, start) };
  };
  const masked = made(causal);
  const stepsOf = (what: Shown, { here, still, inOrder }: typeof masked) => ({
    moved: largestChange(here[what], still[what], (i) => i),
    reordered: largestChange(
      here[what],
      inOrder[what],
      (i) => order[i] as number,
    ),
    largest: largestOf(here[what].values),
  });
  return {
    ...shown,
    steps: {
      // Without the mask, which hides other pairs in another order, and changes
      // no score that it leaves.
      scores: stepsOf('scores', causal ? made(false) : masked),
      // A mask leaves a word fewer others to share its weight among.
      weights: stepsOf('weights', masked),
    },
  };
}
