// What the page says of the same words early and late.

import { writeCount, writeSmall } from '../../../plot/ticks.js';
import type { Steps } from '../numbers/compare.js';
import { isRounding } from '../numbers/rounding.js';
import type { Shown } from '../state/state.js';

/** A change in a sentence. */
export interface Told {
  /** What the change is, as `data-number` names it. */
  readonly name: 'moved' | 'reordered' | 'beside' | 'early' | 'late';
  /** When it happens, in words. */
  readonly when: string;
  /** The largest change of a number; null where the numbers are the same. */
  readonly most: string | null;
  /** That they are the same, and whether but for rounding. */
  readonly same: string;
}

/** The largest changes of a score or a weight of a side. */
export interface Changes extends Pick<Steps, 'moved' | 'reordered'> {
  readonly show: Shown;
  /** The largest change that is rounding. */
  readonly rounding: number;
  /** The change in another sentence; null where there is none. */
  readonly beside: number | null;
}

/** What one of the numbers is called. */
export const shownNames = {
  scores: 'score',
  weights: 'weight',
} as const satisfies Readonly<Record<Shown, string>>;

const rounded = 'the same, but for rounding';

/**
 * What is printed over a map of differences that has no colour; empty where
 * there is a difference.
 * @param most the largest difference; null where none is finite
 * @param rounding the largest one that is rounding
 */
export function tellBlank(most: number | null, rounding: number): string {
  if (most === null) return 'no finite number';
  if (most === 0) return '0 everywhere';
  return isRounding(most, rounding) ? '0 everywhere, but for rounding' : '';
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

/** Tells a change, which may be none. */
function tell(
  name: Told['name'],
  when: string,
  change: number,
  rounding: number,
): Told {
  const same = change === 0 || isRounding(change, rounding);
  return {
    ...{ name, when, most: same ? null : writeSmall(change) },
    same: change === 0 ? 'the same' : rounded,
  };
}

/**
 * How far the scores or weights of a side change, at most: where all words move
 * together, where they change places, and where they stand in another sentence.
 */
export function tellChanges(
  { show, moved, reordered, rounding, beside }: Changes,
  start: number,
  order: readonly number[],
): Verdict {
  const isChange = (change: number) => change > rounding;
  if (beside !== null) {
    const says = isChange(beside)
      ? `The other sentence changes ${show}`
      : `The other sentence changes no ${shownNames[show]}`;
    const told = tell('beside', 'late beside early', beside, rounding);
    return { says, told: [told] };
  }
  const away = order.filter((place, i) => place !== i).length;
  const steps = [
    ...(start === 0 ? [] : [['move', moved] as const]),
    ...(away === 0 ? [] : [['order', reordered] as const]),
  ];
  const told = [
    ...(start === 0
      ? []
      : [tell('moved', `moved by ${writeCount(start)}`, moved, rounding)]),
    ...(away === 0
      ? []
      : [tell('reordered', 'reordered', reordered, rounding)]),
  ];
  return { says: judge(show, steps, isChange), told };
}

/** Which of some steps change scores or weights, and which do not. */
function judge(
  show: Shown,
  steps: readonly (readonly [name: string, change: number])[],
  isChange: (change: number) => boolean,
): string {
  const [doing, idle] = [true, false].map((wanted) =>
    steps
      .filter(([, change]) => isChange(change) === wanted)
      .map(([name]) => name),
  ) as [string[], string[]];
  if (steps.length === 0) return 'The late text is the early one';
  if (doing.length === 0) return `No ${shownNames[show]} changes`;
  if (doing.length > 1) return `The move and the order change ${show}`;
  const but = idle.length > 0 ? `, the ${idle} does not` : '';
  return `The ${doing} changes ${show}${but}`;
}

/** How far B lies from A at most, in each of both texts. */
export function tellApart(
  show: Shown,
  apart: Readonly<Record<'early' | 'late', number>>,
  rounding: number,
): Verdict {
  const texts = ['early', 'late'] as const;
  const differ = texts.some((text) => apart[text] > rounding);
  return {
    says: differ
      ? `A and B give different ${show}`
      : `A and B give the same ${show}`,
    told: texts.map((text) =>
      tell(text, `${text} text`, apart[text], rounding),
    ),
  };
}

/** Where some words stand. */
export function writePlace(at: number, count: number): string {
  const end = at + count - 1;
  if (end === at) return `position ${writeCount(at)}`;
  return `positions ${writeCount(at)} to ${writeCount(end)}`;
}
