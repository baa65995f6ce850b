// What the page says of changes of scores.

import { writeCount } from '../../plot/ticks.js';

/** Changes up to this part of a score come from its float32 numbers. */
const rounding = 2 ** -18;

/** Whether a change is no more than rounding; `largest` is the largest score. */
export function isRounding(change: number, largest: number): boolean {
  return change > 0 && change <= rounding * largest;
}

/** What has moved, and what has changed places. */
export function ledgerWords(start: number, order: readonly number[]) {
  const away = order.filter((place, i) => place !== i).length;
  return {
    moved:
      start === 0
        ? 'sentence moved: not yet, its first word is at position 0'
        : `sentence moved by ${writeCount(start)} positions`,
    reordered:
      away === 0
        ? 'words reordered: not yet'
        : `${away} of ${order.length} words reordered: change for the same ` +
          'two words',
  };
}
