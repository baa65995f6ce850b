// What saved files of the view say of the call whose numbers they have.

import { splitWords } from '../../../figures/words/words.js';
import { writeCount } from '../../../plot/ticks.js';
import { titleOf } from './slots.js';
import { type AttentionState, bySide, sides } from './state.js';

export interface Saved {
  readonly caption: string;
  readonly spec: unknown;
}

/** @param head the head that is shown */
export function savedOf(state: AttentionState, head: number): Saved {
  const { beside, order, start, heads, headDim, causal, likeness } = state;
  const titles = sides.map(
    (side) => `${side.toUpperCase()}: ${titleOf(state[side])}`,
  );
  return {
    caption: [
      ...titles,
      `head ${head} of ${heads}`,
      `late text from ${writeCount(start)}`,
    ].join(' · '),
    spec: {
      ...bySide((side) => state[side]),
      words: splitWords(state.text),
      // An empty order is that of the words.
      ...(beside === '' ? { order } : { beside: splitWords(beside) }),
      ...{ start, heads, headDim, causal, likeness, head },
    },
  };
}
