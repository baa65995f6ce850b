// A table of the largest changes of scores when words move or change places.

import { largestSize } from '../../plot/grid.js';
import { writeCount, writeSmall } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { wayNames } from './live-words.js';
import type { Sentence } from './sentence.js';
import { type Way, ways } from './state.js';

type Change = 'moved' | 'reordered';

function createCell(way: Way, change: Change) {
  const number = h('output', { class: 'numbers' });
  number.dataset.number = `${way}-${change}`;
  return { way, change, number, note: h('small', { class: 'hint' }) };
}

/** Changes up to this size come from the float32 numbers of the scores. */
function roundingOf({ rotary, plain }: Sentence): number {
  return 2 ** -18 * largestSize(rotary.scores, plain.scores);
}

export function createLedger() {
  const cells = (['moved', 'reordered'] as const).flatMap((change) =>
    ways.map((way) => createCell(way, change)),
  );
  const moved = h('th', { scope: 'row' });
  const reordered = h('th', { scope: 'row' });
  const numbers = cells.map(({ number, note }) =>
    h('td', {}, number, ' ', note),
  );
  const rows = {
    moved: h('tr', {}, moved, ...numbers.slice(0, cells.length / 2)),
    reordered: h('tr', {}, reordered, ...numbers.slice(cells.length / 2)),
  };
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
        ...ways.map((way) => h('th', { scope: 'col' }, wayNames[way])),
      ),
    ),
    h('tbody', {}, rows.moved, rows.reordered),
  );
  return {
    element,
    draw(sentence: Sentence, start: number): void {
      const least = roundingOf(sentence);
      for (const { way, change, number, note } of cells) {
        const size = sentence[way][change];
        setText(number, writeSmall(size));
        setText(note, size > 0 && size <= least ? 'rounding' : '');
      }
      const away = sentence.order.filter((place, i) => place !== i).length;
      // What nobody has done yet has no line.
      rows.moved.hidden = start === 0;
      rows.reordered.hidden = away === 0;
      element.hidden = start === 0 && away === 0;
      setText(moved, `all words moved by ${writeCount(start)} positions`);
      setText(
        reordered,
        `${away} of ${sentence.order.length} words reordered: ` +
          'change for the same two words',
      );
    },
  };
}
