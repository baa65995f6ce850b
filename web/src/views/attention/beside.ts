// The words that two sentences share, attended to in both: how their scores
// differ by where they stand. Nothing else changes, so that the difference is
// that of their positions.

import type { Posenc } from 'posenc';
import { splitWords } from '../../figures/words/words.js';
import type { Grid } from '../../plot/grid.js';
import { attendSide, gridOf, type Sheets } from './attend.js';
import { shownWords } from './compare.js';
import type { AttentionState, SideName } from './state.js';

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

/** The scores of the shared words, in both sentences. */
export interface Pairing {
  readonly first: Sheets;
  readonly second: Sheets;
  /** Those of the second less those of the first; NaN where both are hidden. */
  readonly difference: Sheets;
  /** The largest difference of a score, of all heads. */
  readonly most: number;
  /** The largest score, which says what counts as rounding. */
  readonly largest: number;
}

export interface Beside {
  readonly words: readonly string[];
  /** Positions of the first shared word in both sentences. */
  readonly firstAt: number;
  readonly secondAt: number;
  readonly sides: Readonly<Record<SideName, Pairing>>;
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

function largestOf(values: Float32Array): number {
  let most = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size > most && size < Infinity) most = size;
  }
  return most;
}

/** Null where there is no second sentence, or no word is in both. */
export function computeBeside(
  pe: Posenc,
  state: AttentionState,
): Beside | null {
  const { heads, headDim, likeness, start, causal } = state;
  const sentences = [shownWords(state), splitWords(state.beside)] as const;
  const run = sharedRun(...sentences);
  if (run.count === 0) return null;
  const words = sentences[0].slice(run.first, run.first + run.count);
  const pairingOf = (name: SideName): Pairing => {
    const scoresOf = (asked: readonly string[], from: number) => {
      const ask = { words: asked, heads, headDim, likeness, start, causal };
      return partOf(attendSide(pe, state[name], ask).scores, from, run.count);
    };
    const first = scoresOf(sentences[0], run.first);
    const second = scoresOf(sentences[1], run.second);
    const values = second.values.map((b, i) => b - (first.values[i] as number));
    return {
      first,
      second,
      difference: { ...first, values },
      most: largestOf(values),
      largest: Math.max(largestOf(first.values), largestOf(second.values)),
    };
  };
  return {
    words,
    firstAt: start + run.first,
    secondAt: start + run.second,
    sides: { a: pairingOf('a'), b: pairingOf('b') },
  };
}

/** The maps of one head of a pairing. */
export function mapsOf(
  { first, second, difference }: Pairing,
  head: number,
): Readonly<Record<'first' | 'second' | 'difference', Grid>> {
  return {
    first: gridOf(first, head),
    second: gridOf(second, head),
    difference: gridOf(difference, head),
  };
}
