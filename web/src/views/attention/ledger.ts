// A table of the largest changes of scores when words move or change places.

import { writeSmall } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import type { Compared } from './compare.js';
import { isRounding, ledgerWords } from './ledger-words.js';
import { type SideName, sides } from './state.js';

const changes = ['moved', 'reordered'] as const;

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
      const labels = ledgerWords(start, order);
      sides.forEach((side, i) => {
        setText(heads[i] as Element, entries[side].title);
      });
      for (const { change, label, cells } of rows) {
        setText(label, labels[change]);
        for (const { side, number, note } of cells) {
          const { compared } = entries[side];
          const size = compared[change];
          setText(number, writeSmall(size));
          setText(note, isRounding(size, compared.largest) ? 'rounding' : '');
        }
      }
    },
  };
}
