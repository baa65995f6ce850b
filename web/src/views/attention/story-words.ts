// What the page says of the same words early and late.

import { writeCount, writeSmall } from '../../plot/ticks.js';
import { isRounding } from './rounding.js';

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
 * How far the scores of a side change: where all words move together, where
 * they change places, and where they stand in another sentence.
 */
export function tellChanges(
  { moved, reordered, largest, beside }: Changes,
  start: number,
  order: readonly number[],
): Told[] {
  const told = (name: Told['name'], change: number, where: string): Told => {
    const note = isRounding(change, largest) ? ' (rounding)' : '';
    return { name, number: writeSmall(change), after: `${note} ${where}` };
  };
  if (beside !== null) return [told('beside', beside, 'in the other sentence')];
  const away = order.filter((place, i) => place !== i).length;
  return [
    told(
      'moved',
      moved,
      start === 0 ? 'not moved' : `moved by ${writeCount(start)}`,
    ),
    told(
      'reordered',
      reordered,
      away === 0
        ? 'not reordered'
        : `with ${away} of ${order.length} words reordered`,
    ),
  ];
}

/** Where some words stand. */
export function writePlace(at: number, count: number): string {
  const end = at + count - 1;
  if (end === at) return `position ${writeCount(at)}`;
  return `positions ${writeCount(at)} to ${writeCount(end)}`;
}
