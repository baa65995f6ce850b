// Attention over a sentence, with RoPE, with a sinusoidal table added and
// without position, and how scores change when words move. The package computes the scores; they are only
// compared here.

import type { Posenc, Rope } from 'posenc';
import {
  embedWords,
  splitWords,
  validOrder,
} from '../../figures/words/words.js';
import { makeRope } from '../../methods/make.js';
import type { Grid } from '../../plot/grid.js';
import { PageLimit } from '../../shell/failure.js';
import type { RopeState } from './state.js';

/** How much scores change. */
export interface Changes {
  /** The largest change of a score from the sentence at position 0. */
  readonly moved: number;
  /** The largest change of the score of two words from the first order. */
  readonly reordered: number;
}

/** Attention with RoPE or without position. */
export interface Attended extends Changes {
  readonly scores: Grid;
  readonly weights: Grid;
}

export interface Sentence {
  /** The words in the order shown. */
  readonly words: readonly string[];
  readonly order: readonly number[];
  readonly rotary: Attended;
  readonly plain: Attended;
  /** With the sinusoidal table added to the vectors. */
  readonly added: Changes;
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

/** How positions come to the scores: by a rope, an added table, or not at all. */
type Way = Rope | 'added' | null;

function attend(
  pe: Posenc,
  state: RopeState,
  way: Way,
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
  pe: Posenc,
  state: RopeState,
  way: Way,
  sentence: readonly string[],
  order: readonly number[],
): Attended {
  const words = order.map((place) => sentence[place] as string);
  const { start, causal } = state;
  // Compare without the mask, because the mask depends on the order, too.
  const ask = (asked: readonly string[], from: number, mask = false) =>
    attend(pe, state, way, { words: asked, start: from, causal: mask });
  const shown = ask(words, start, causal);
  const here = ask(words, start).scores;
  return {
    ...shown,
    moved: largestChange(here, ask(words, 0).scores, (i) => i),
    reordered: largestChange(
      here,
      ask(sentence, start).scores,
      (i) => order[i] as number,
    ),
  };
}

/** The places of the words in the sentence, in the order shown. */
export function shownOrder({ text, order }: RopeState): number[] {
  return validOrder(order, splitWords(text).length);
}

export function computeSentence(pe: Posenc, state: RopeState): Sentence {
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

/** The number of distances in the profile: enough to see slow waves. */
const reach = 512;

export interface Profile {
  readonly word: string;
  readonly distances: Float64Array;
  readonly rotary: Float64Array;
  readonly plain: Float64Array;
}

/** The score of a word with itself, by the distance between the two. */
export function computeProfile(pe: Posenc, state: RopeState): Profile {
  const words = splitWords(state.text);
  const word = words[state.word] ?? words[0] ?? '';
  const { likeness, start } = state;
  const headDim = widthOf(state);
  const q = embedWords(pe, [word], headDim, likeness);
  const same = new Array<string>(reach).fill(word);
  const k = embedWords(pe, same, headDim, likeness);
  const call = { q, k, heads: 1, headDim, keyStart: start };
  // The query is at the position of the last key, whose distance is 0.
  const nearestFirst = (scores: ArrayLike<number>) =>
    Float64Array.from(scores).reverse();
  const rotary = makeRope(pe, state.spec);
  return {
    word,
    distances: Float64Array.from({ length: reach }, (_, i) => i),
    rotary: nearestFirst(pe.attention({ ...call, rotary }).scores.data),
    plain: nearestFirst(pe.attention(call).scores.data),
  };
}
