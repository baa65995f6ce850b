// The first position of each way beyond the chosen error, as a table.

import { createSmallTable, smallRow } from '../../figures/small-table.js';
import { h, setText } from '../../shell/dom.js';
import { contextWords, firstCells, firstsTitle } from './first-words.js';
import type { Made } from './follow.js';
import { type Way, wayNames } from './ways.js';

/** What stands in the place of the words that come last. */
const searching = 'Searching \u2026';

export function createFirstsFigure() {
  const table = createSmallTable('first-positions', [
    ...['way', 'position', 'pair', 'error there'],
  ]);
  const words = h('p', { class: 'reading' });
  return {
    element: h('figure', { class: 'chart firsts' }, table.element, words),
    /** `all` are the ways that this rope has. */
    draw({ rope, asked, got }: Made<'firsts'>, all: readonly Way[]): void {
      const { pair, error } = asked;
      setText(table.caption, firstsTitle(error, pair));
      table.body.replaceChildren(
        ...all.map((way) => {
          const first = got.find((one) => one.way === way);
          return smallRow([wayNames[way], ...firstCells(first)], {
            'data-way': way,
            'data-found': first?.found ?? 'searching',
          });
        }),
      );
      const done = got.length === all.length;
      setText(words, done ? contextWords(rope, got, error) : searching);
    },
  };
}
