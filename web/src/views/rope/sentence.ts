// Attention over a sentence, with RoPE, with a sinusoidal table added and
// without position, and how scores change when words move. The package computes
// the scores; they are only compared here.

import type { Rope } from 'posenc';
import type { Attention } from 'posenc/attention';
import {
  embedWords,
  splitWords,
  validOrder,
} from '../../figures/words/words.js';
import { makeRope } from '../../methods/make.js';
import type { Grid } from '../../plot/grid.js';
import { PageLimit } from '../../shell/failure.js';
import type { Other, RopeState, Subject, Way } from './state.js';

/** How much scores change. */
export interface Changes {
  /** The largest change of a score from the sentence at position 0. */
  readonly moved: number;
  /** The largest change of the score of two words from the first order. */
  readonly reordered: number;
}

/** What attention gives: scores, and their shares after the softmax. */
export type Maps = Readonly<Record<Subject, Grid>>;

/** Attention in one way, and with what it is compared. */
export interface Attended extends Changes, Maps {
  /** The same words in the same order from position 0 on. */
  readonly atZero: Maps;
  /** The same words where they are, in the order in which they were typed. */
  readonly asTyped: Maps;
}

export interface Sentence extends Readonly<Record<Way, Attended>> {
  /** The words in the order shown. */
  readonly words: readonly string[];
  readonly order: readonly number[];
}

const widestHead = 8192;

function widthOf({ spec }: RopeState): number {
  return Number(spec.headDim);
}

function checkState(state: RopeState, count: number): void {
  const headDim = widthOf(state);
  const { likeness } = state;
  if (count === 0) {
    const message = 'type at least one word';
    throw new PageLimit({ code: 'PAGE_EMPTY', param: 'text', message });
  }
  if (headDim > widestHead) {
    const most = `this page takes heads up to ${widestHead} wide`;
    const message = `${most}, not ${headDim}`;
    throw new PageLimit({ code: 'PAGE_LIMIT', param: 'headDim', message });
  }
  if (!(likeness >= 0 && likeness <= 1)) {
    const message = `likeness must be from 0 to 1, got ${likeness}`;
    throw new PageLimit({ code: 'PAGE_RANGE', param: 'likeness', message });
  }
}

interface Ask {
  readonly words: readonly string[];
  readonly start: number;
  readonly causal: boolean;
}

/** The largest |a - b| of two maps; `at(i)` is the place in b of word i. */
export function largestChange(
  a: Grid,
  b: Grid,
  at: (place: number) => number,
): number {
  let most = 0;
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.columns; j++) {
      const here = a.values[i * a.columns + j] as number;
      const there = b.values[at(i) * b.columns + at(j)] as number;
      most = Math.max(most, Math.abs(here - there));
    }
  }
  return most;
}

/** The weights, with -Infinity where the mask hides a key. */
function masked(weights: Float32Array, scores: Float32Array): Float32Array {
  return weights.map((w, i) => (scores[i] === -Infinity ? -Infinity : w));
}

/** What brings positions to the scores: a rope, an added table, or nothing. */
type Bringer = Rope | 'added' | null;

function attend(
  pe: Attention,
  state: RopeState,
  way: Bringer,
  { words, start, causal }: Ask,
) {
  const headDim = widthOf(state);
  const x = embedWords(pe, words, headDim, state.likeness);
  if (way === 'added') {
    const range = { length: words.length, dim: headDim, start };
    const { data } = pe.sinusoidal(range);
    for (let i = 0; i < x.length; i++) x[i] = Number(x[i]) + Number(data[i]);
  }
  const rotary = way === 'added' ? null : way;
  const { scores, weights } = pe.attention({
    q: x,
    k: x,
    heads: 1,
    headDim,
    causal,
    keyStart: start,
    ...(rotary ? { rotary } : {}),
  });
  const size = { rows: words.length, columns: words.length };
  return {
    scores: { values: scores.data, ...size },
    weights: { values: masked(weights.data, scores.data), ...size },
  };
}

function attendAll(
  pe: Attention,
  state: RopeState,
  way: Bringer,
  sentence: readonly string[],
  order: readonly number[],
): Attended {
  const words = order.map((place) => sentence[place] as string);
  const { start, causal } = state;
  // Compare without the mask, because the mask depends on the order, too.
  const ask = (asked: readonly string[], from: number, mask = false) =>
    attend(pe, state, way, { words: asked, start: from, causal: mask });
  const shown = ask(words, start, causal);
  const [atZero, asTyped] = [
    ask(words, 0, causal),
    ask(sentence, start, causal),
  ];
  const here = causal ? ask(words, start).scores : shown.scores;
  const first = causal ? ask(words, 0).scores : atZero.scores;
  const typed = causal ? ask(sentence, start).scores : asTyped.scores;
  return {
    ...shown,
    ...{ atZero, asTyped },
    moved: largestChange(here, first, (i) => i),
    reordered: largestChange(here, typed, (i) => order[i] as number),
  };
}

/** The places of the words in the sentence, in the order shown. */
export function shownOrder({
  text,
  order,
}: Pick<RopeState, 'text' | 'order'>): number[] {
  return validOrder(order, splitWords(text).length);
}

/** The words in the order shown. */
export function shownWords(state: Pick<RopeState, 'text' | 'order'>): string[] {
  const words = splitWords(state.text);
  return shownOrder(state).map((place) => words[place] as string);
}

export function computeSentence(pe: Attention, state: RopeState): Sentence {
  const sentence = splitWords(state.text);
  // The package checks its parameters first, then the page checks its own.
  const rope = makeRope(pe, state.spec);
  checkState(state, sentence.length);
  const order = shownOrder(state);
  return {
    words: order.map((place) => sentence[place] as string),
    order,
    rotary: attendAll(pe, state, rope, sentence, order),
    plain: attendAll(pe, state, null, sentence, order),
    added: attendAll(pe, state, 'added', sentence, order),
  };
}

/**
 * A map minus the one with which it is compared, for the same two words. What
 * is masked in either is masked.
 */
export function differenceOf(
  sentence: Sentence,
  way: Way,
  subject: Subject,
  other: Other,
): Grid {
  const { order, plain, [way]: attended } = sentence;
  const { rows, columns, values } = attended[subject];
  const compared = {
    plain: plain[subject],
    moved: attended.atZero[subject],
    reordered: attended.asTyped[subject],
  }[other];
  const at = (i: number) => (other === 'reordered' ? (order[i] as number) : i);
  const difference = Float32Array.from(values, (value, cell) => {
    const [i, j] = [Math.floor(cell / columns), cell % columns];
    const there = compared.values[at(i) * columns + at(j)] as number;
    const hidden = value === -Infinity || there === -Infinity;
    return hidden ? -Infinity : value - there;
  });
  return { values: difference, rows, columns };
}
