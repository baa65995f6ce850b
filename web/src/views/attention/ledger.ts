// A table of the largest changes of scores when words move or change places.

import { writeCount, writeSmall } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import type { Compared } from './compare.js';
import { type SideName, sides } from './state.js';

const changes = ['moved', 'reordered'] as const;

/** Changes up to this part of a score come from its float32 numbers. */
const rounding = 2 ** -18;

export interface Entry {
  readonly title: string;
  readonly compared: Compared;
}

export function createLedger() {
  const heads = sides.map(() => h('th', { scope: 'col' }));
  const rows = changes.map((change) => {
    const label = h('th', { scope: 'row' });
    const cells = sides.map((side) => {
      const number = h('output', {
        class: 'numbers',
        'data-number': `${side}-${change}`,
      });
      return { side, number, note: h('small', { class: 'hint' }) };
    });
    const columns = cells.map(({ number, note }) =>
      h('td', {}, number, ' ', note),
    );
    return { change, label, cells, element: h('tr', {}, label, ...columns) };
  });
  const caption = 'Largest change of a score, of all heads';
  const element = h(
    'table',
    { class: 'ledger' },
    h('caption', { class: 'spoken' }, caption),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, caption), ...heads)),
    h('tbody', {}, ...rows.map((row) => row.element)),
  );
  return {
    element,
    draw(
      entries: Readonly<Record<SideName, Entry>>,
      start: number,
      order: readonly number[],
    ): void {
      const away = order.filter((place, i) => place !== i).length;
      const labels = {
        moved:
          start === 0
            ? 'sentence moved: not yet, its first word is at position 0'
            : `sentence moved by ${writeCount(start)} positions`,
        reordered:
          away === 0
            ? 'words reordered: not yet'
            : `${away} of ${order.length} words reordered: change for the ` +
              'same two words',
      };
      sides.forEach((side, i) => {
        setText(heads[i] as Element, entries[side].title);
      });
      for (const { change, label, cells } of rows) {
        setText(label, labels[change]);
        for (const { side, number, note } of cells) {
          const { compared } = entries[side];
          const size = compared[change];
          const least = rounding * compared.largest;
          setText(number, writeSmall(size));
          setText(note, size > 0 && size <= least ? 'rounding' : '');
        }
      }
    },
  };
}
