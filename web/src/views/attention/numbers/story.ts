// The same words early and late: what both configurations make of them where
// they stand at the beginning, and where they stand later, in another order or
// at the end of another sentence.

import type { Attention } from 'posenc/attention';
import { splitWords } from '../../../figures/words/words.js';
import type { Grid } from '../../../plot/grid.js';
import { PageLimit } from '../../../shell/failure.js';
import type { Side } from '../state/slots.js';
import {
  type AttentionState,
  byShown,
  type Shown,
  type SideName,
} from '../state/state.js';
import {
  attendSide,
  gridOf,
  largestChange,
  largestOf,
  type Sheets,
} from './attend.js';
import { shownOrder, shownWords } from './compare.js';
import type { Largest } from './rounding.js';

/** A run of words that two lists share. */
export interface Run {
  /** Its first places in both. */
  readonly first: number;
  readonly second: number;
  readonly count: number;
}

/** The longest run of neighbouring words that both lists have. */
export function sharedRun(a: readonly string[], b: readonly string[]): Run {
  let best: Run = { first: 0, second: 0, count: 0 };
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      let count = 0;
      while (i + count < a.length && a[i + count] === b[j + count]) count++;
      if (count > best.count) best = { first: i, second: j, count };
    }
  }
  return best;
}

/** Some words that stand beside each other. */
export interface Passage {
  readonly words: readonly string[];
  /** Position of the first. */
  readonly at: number;
}

/** Both texts, and the words that they have in common. */
export interface Texts {
  readonly early: Passage;
  readonly late: Passage;
  /** The place among the early words of each late one. */
  readonly places: readonly number[];
}

/** Scores and weights [heads, words, words] of some words. */
export type Numbers = Readonly<Record<Shown, Sheets>>;

/** What a configuration makes of both texts. */
export interface Pairing {
  readonly early: Numbers;
  readonly late: Numbers;
  /**
   * Late minus early for the same two words, in the order of the late ones; NaN
   * where the mask hides one of them.
   */
  readonly change: Numbers;
  /** The largest change of a score and of a weight, of all heads. */
  readonly most: Readonly<Record<Shown, number>>;
  /** The largest score and weight. */
  readonly largest: Largest;
}

export interface Story extends Texts {
  readonly sides: Readonly<Record<SideName, Pairing>>;
}

/** What is asked of both texts, and which of their words are shown. */
interface Asked extends Texts {
  readonly whole: readonly [early: readonly string[], late: readonly string[]];
  readonly from: readonly [early: number, late: number];
}

function askedOf(state: AttentionState): Asked {
  const typed = splitWords(state.text);
  if (state.beside === '') {
    const words = shownWords(state);
    return {
      early: { words: typed, at: 0 },
      late: { words, at: state.start },
      places: shownOrder(state),
      ...{ whole: [typed, words], from: [0, 0] },
    };
  }
  const second = splitWords(state.beside);
  const { first, second: from, count } = sharedRun(typed, second);
  if (count === 0) {
    const message = 'the late text must have a word of the early one';
    throw new PageLimit({ code: 'PAGE_EMPTY', param: 'beside', message });
  }
  const words = typed.slice(first, first + count);
  return {
    early: { words, at: first },
    late: { words, at: state.start + from },
    places: words.map((_, i) => i),
    ...{ whole: [typed, second], from: [first, from] },
  };
}

/** Both texts of a state; an error where they have no word in common. */
export function textsOf(state: AttentionState): Texts {
  const { early, late, places } = askedOf(state);
  return { early, late, places };
}

/** The part of all maps that belongs to a run of words. */
function partOf(sheets: Sheets, from: number, count: number): Sheets {
  const { heads } = sheets;
  const values = new Float32Array(heads * count * count);
  for (let head = 0; head < heads; head++) {
    const { values: own, columns } = gridOf(sheets, head);
    for (let i = 0; i < count; i++) {
      const at = (from + i) * columns + from;
      values.set(own.subarray(at, at + count), (head * count + i) * count);
    }
  }
  return { values, heads, queries: count, keys: count };
}

function changeOf(
  early: Sheets,
  late: Sheets,
  places: readonly number[],
): Sheets {
  const { heads, queries, keys } = late;
  const values = late.values.map((value, cell) => {
    const [j, row] = [cell % keys, Math.floor(cell / keys)];
    const [i, head] = [row % queries, Math.floor(row / queries)];
    const [from, to] = [places[i] as number, places[j] as number];
    const before = early.values[(head * queries + from) * keys + to] as number;
    const seen = Number.isFinite(value) && Number.isFinite(before);
    return seen ? value - before : Number.NaN;
  });
  return { values, heads, queries, keys };
}

/** Both texts of a state, attended to by a side. */
export function computePairing(
  pe: Attention,
  state: AttentionState,
  side: Side,
): Pairing {
  const { heads, headDim, likeness, start, causal } = state;
  const { whole, from, late, places } = askedOf(state);
  const count = late.words.length;
  const numbersOf = (which: 0 | 1): Numbers => {
    const { scores, weights } = attendSide(pe, side, {
      ...{ heads, headDim, likeness, causal, words: whole[which] },
      start: which === 0 ? 0 : start,
    });
    return {
      scores: partOf(scores, from[which], count),
      weights: partOf(weights, from[which], count),
    };
  };
  const before = numbersOf(0);
  const after = numbersOf(1);
  const change = (what: Shown) => changeOf(before[what], after[what], places);
  const changes = byShown(change);
  return {
    ...{ early: before, late: after, change: changes },
    most: byShown((what) => largestOf(changes[what].values)),
    largest: byShown((what) =>
      Math.max(largestOf(before[what].values), largestOf(after[what].values)),
    ),
  };
}

/** The largest difference of B and A in each text, of all heads. */
export function mostApart(
  { sides: { a, b } }: Pick<Story, 'sides'>,
  show: Shown,
): Readonly<Record<'early' | 'late', number>> {
  const most = (text: 'early' | 'late') =>
    largestChange(a[text][show], b[text][show], (i) => i);
  return { early: most('early'), late: most('late') };
}

/** B minus A, both in the same text. */
export function apartOf(a: Grid, b: Grid): Grid {
  const values = Float32Array.from(b.values, (value, cell) => {
    const other = a.values[cell] as number;
    const seen = Number.isFinite(value) && Number.isFinite(other);
    return seen ? value - other : Number.NaN;
  });
  return { values, rows: a.rows, columns: a.columns };
}
