// The numbers of screen 2, and what they say: four labels for positions, and when
// each fails.

import { embedWords } from '../../figures/words/words.js';
import { upTo, whole } from '../paths.js';
import type { Instances } from '../screen.js';

/** Rows of the table that GPT-2 learned. */
export const tableLength = 1024;
export const bits = 11;
export const longest = 2 ** bits;
/** Numbers of a word. */
export const dim = 16;
/** Positions on each side of the step that flips most bits. */
export const around = 8;
/** The most words whose places on a line can be told apart. */
export const mostTicks = 129;

export interface State {
  readonly length: number;
}

export interface Numbers {
  /** The vector of a word, for its scale. */
  readonly word: readonly number[];
  /** The label of the last word, if words are counted. */
  readonly count: number;
  /** Fractions of the length, by position; of many words, the first three. */
  readonly fractions: readonly number[];
  /** The third of five words. */
  readonly third: number;
  /** The first position whose bits are shown, and [positions, bits]. */
  readonly from: number;
  readonly digits: readonly number[];
  /** What the package says of a row that a table does not have. */
  readonly refusal: string;
}

/** The last position at which more bits flip than at any before. */
export const worst = (length: number): number =>
  2 ** Math.floor(Math.log2(Math.max(length - 1, 1)));

export function compute({ absolute }: Instances, { length }: State): Numbers {
  const ticks = length > mostTicks ? [0, 1, 2] : upTo(length);
  const from = Math.max(worst(length) - around, 0);
  const to = Math.min(worst(length) + around, length);
  const label = { positions: [length - 1], dim: 1 };
  let refusal = '';
  try {
    absolute.learned({ ...label, preset: 'gpt2', tableLength });
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  }
  const span = (words: number) => ({ span: words, dim: 1 });
  return {
    word: [...embedWords(absolute, ['dog'], dim, 0.4)],
    count: absolute.code({ ...label, kind: 'integer' }).data[0] ?? 0,
    fractions: [
      ...absolute.normalised({ positions: ticks, ...span(length) }).data,
    ],
    third: absolute.normalised({ positions: [2], ...span(5) }).data[0] ?? 0,
    from,
    digits: [
      ...absolute.code({
        start: from,
        length: to - from,
        kind: 'binary',
        dim: bits,
      }).data,
    ],
    refusal,
  };
}

/** The largest number of a word's vector, without its sign. */
export const reachOf = ({ word }: Numbers): number =>
  Math.max(...word.map(Math.abs));

/** How many bits flip at the step that flips most. */
export function flips({ length }: State, { from, digits }: Numbers): number {
  const at = (place: number) => digits.slice(place * bits, (place + 1) * bits);
  const jump = worst(length) - from;
  const before = at(jump - 1);
  return at(jump).filter((digit, bit) => digit !== before[bit]).length;
}

/** The four labels, by what makes them fail. */
export type Label = 'grow' | 'slide' | 'jump' | 'end';
export const labels: readonly Label[] = ['grow', 'slide', 'jump', 'end'];

/** Whether a label fails in a text of this length. */
export function fails(label: Label, state: State, numbers: Numbers): boolean {
  switch (label) {
    case 'grow':
      // Larger than all of a word's numbers together.
      return (
        numbers.count >
        numbers.word.reduce((sum, value) => sum + Math.abs(value), 0)
      );
    case 'slide':
      // A step is not what it is among five words.
      return state.length !== 5;
    case 'jump':
      return flips(state, numbers) > 1;
    case 'end':
      return numbers.refusal !== '';
  }
}

export const failing = (state: State, numbers: Numbers): number =>
  labels.filter((label) => fails(label, state, numbers)).length;

export function say(state: State, numbers: Numbers): string {
  const { length } = state;
  const flipped = flips(state, numbers);
  return (
    `${whole(length)} words: the count reaches ${whole(numbers.count)}, a step is ` +
    `1/${whole(length - 1)}, ${flipped === 1 ? '1 bit flips' : `${flipped} bits flip`} at once, and the table ` +
    (numbers.refusal === '' ? 'still has a row for each.' : 'has ended.')
  );
}
