// A table of the largest changes of scores when words move or change places.

import { writeCount, writeSmall } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import type { Sentence } from './sentence.js';

type Way = 'rotary' | 'plain';
type Change = 'moved' | 'reordered';

function createCell(way: Way, change: Change) {
  const number = h('output', { class: 'numbers' });
  number.dataset.number = `${way}-${change}`;
  return { way, change, number };
}

export function createLedger() {
  const cells = (['moved', 'reordered'] as const).flatMap((change) => [
    createCell('rotary', change),
    createCell('plain', change),
  ]);
  const moved = h('th', { scope: 'row' });
  const reordered = h('th', { scope: 'row' });
  const numbers = cells.map(({ number }) => h('td', {}, number));
  const [movedRotary, movedPlain, orderRotary, orderPlain] = numbers;
  const element = h(
    'table',
    { class: 'ledger' },
    h('caption', { class: 'spoken' }, 'Largest change of a score'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'Largest change of a score'),
        h('th', { scope: 'col' }, 'With RoPE'),
        h('th', { scope: 'col' }, 'Without position'),
      ),
    ),
    h(
      'tbody',
      {},
      h('tr', {}, moved, movedRotary ?? '', movedPlain ?? ''),
      h('tr', {}, reordered, orderRotary ?? '', orderPlain ?? ''),
    ),
  );
  return {
    element,
    draw(sentence: Sentence, start: number): void {
      for (const { way, change, number } of cells) {
        setText(number, writeSmall(sentence[way][change]));
      }
      const away = sentence.order.filter((place, i) => place !== i).length;
      setText(
        moved,
        start === 0
          ? 'all words moved: not yet, the first is at position 0'
          : `all words moved by ${writeCount(start)} positions`,
      );
      setText(
        reordered,
        away === 0
          ? 'words rearranged: not yet'
          : `${away} of ${sentence.order.length} words rearranged: ` +
              'change for the same two words',
      );
    },
  };
}
