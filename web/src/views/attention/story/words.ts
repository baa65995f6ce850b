// What the page says of the same words early and late.

import { writeCount, writeSmall } from '../../../plot/ticks.js';
import { isRounding } from '../numbers/rounding.js';
import type { Shown } from '../state/state.js';

/** A number in a sentence, with the words around it. */
export interface Told {
  /** What the number is, as `data-number` names it. */
  readonly name: 'moved' | 'reordered' | 'beside';
  readonly number: string;
  /** Whether it is rounding, and what has changed. */
  readonly after: string;
}

/** The largest changes of a score of a side. */
export interface Changes {
  readonly moved: number;
  readonly reordered: number;
  /** The largest score, which says what counts as rounding. */
  readonly largest: number;
  /** The change in another sentence; null where there is none. */
  readonly beside: number | null;
}

/**
 * What is printed over a map of differences that has no colour; empty where
 * there is a difference.
 * @param most the largest difference
 * @param largest the largest number of those that are compared
 */
export function tellBlank(most: number, largest: number): string {
  if (most === 0) return '0 everywhere';
  return isRounding(most, largest) ? '0 everywhere, but for rounding' : '';
}

/** What the numbers of the maps are, while the reader points at none. */
export function tellNumbers(show: Shown): string {
  const what =
    show === 'scores'
      ? 'A score says how well the word of a row, which asks (query), fits ' +
        'the word of a column, which answers (key).'
      : 'A weight is the share of the word of a column (key) in what the word ' +
        'of a row (query) reads: the softmax makes shares of the scores of a row.';
  return `${what} Point at two words, or use the arrow keys.`;
}

/** What the numbers say together, before they follow. */
export interface Verdict {
  readonly says: string;
  readonly told: readonly Told[];
}

/**
 * How far the scores of a side change, at most: where all words move together,
 * where they change places, and where they stand in another sentence.
 */
export function tellChanges(
  { moved, reordered, largest, beside }: Changes,
  start: number,
  order: readonly number[],
): Verdict {
  const isChange = (change: number) =>
    change > 0 && !isRounding(change, largest);
  const tell = (name: Told['name'], change: number, where: string): Told => {
    const note = isRounding(change, largest) ? ' (rounding)' : '';
    return { name, number: writeSmall(change), after: note + where };
  };
  if (beside !== null) {
    const says = isChange(beside)
      ? 'The other sentence changes scores'
      : 'The other sentence changes no score';
    return { says, told: [tell('beside', beside, '')] };
  }
  const away = order.filter((place, i) => place !== i).length;
  const steps = [
    ...(start === 0 ? [] : [['move', moved] as const]),
    ...(away === 0 ? [] : [['order', reordered] as const]),
  ];
  const told = [
    ...(start === 0
      ? []
      : [tell('moved', moved, ` moved by ${writeCount(start)}`)]),
    ...(away === 0 ? [] : [tell('reordered', reordered, ' reordered')]),
  ];
  return { says: judge(steps, isChange), told };
}

/** Which of some steps change scores, and which do not. */
function judge(
  steps: readonly (readonly [name: string, change: number])[],
  isChange: (change: number) => boolean,
): string {
  const [doing, idle] = [true, false].map((wanted) =>
    steps
      .filter(([, change]) => isChange(change) === wanted)
      .map(([name]) => name),
  ) as [string[], string[]];
  if (steps.length === 0) return 'The late text is the early one';
  if (doing.length === 0) return 'No score changes';
  if (doing.length > 1) return 'The move and the order change scores';
  const but = idle.length > 0 ? `, the ${idle} does not` : '';
  return `The ${doing} changes scores${but}`;
}

/** Where some words stand. */
export function writePlace(at: number, count: number): string {
  const end = at + count - 1;
  if (end === at) return `position ${writeCount(at)}`;
  return `positions ${writeCount(at)} to ${writeCount(end)}`;
}
