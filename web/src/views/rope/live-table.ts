// The live score of the two words, large, and beside it what the same words
// score with a table added and without position, here and where the text
// begins.

import { writeValue } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { liveWords, toldWords, wayNames } from './live-words.js';
import type { Live, Told } from './meeting.js';
import { ways } from './state.js';

const columns = ['here', 'moved', 'change'] as const;

export function createLiveTable() {
  const score = h('output', { class: 'numbers', 'data-number': 'live' });
  const heads = { here: h('th'), moved: h('th') };
  for (const head of Object.values(heads)) head.scope = 'col';
  const rows = [...ways, 'second' as const].map((way) => {
    const cells = columns.map((column) => {
      // Its line is as high before there is a number.
      const number = h('span', { class: 'numbers' }, '\u00a0');
      number.dataset.number = `live-${way}-${column}`;
      return { column, number };
    });
    const note = h('small', { class: 'hint' });
    const name = h('th', { scope: 'row' });
    if (way !== 'second') setText(name, wayNames[way]);
    const element = h(
      'tr',
      { hidden: way === 'second' },
      name,
      ...cells.map(({ column, number }) =>
        h('td', {}, number, ...(column === 'change' ? [' ', note] : [])),
      ),
    );
    return { way, name, cells, note, element };
  });
  return {
    score: h('p', { class: 'live-score' }, 'Score ', score),
    table: h(
      'table',
      { class: 'live' },
      h('caption', {}, 'The same two words, here and moved back to the start'),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td'),
          heads.here,
          heads.moved,
          h('th', { scope: 'col' }, 'change'),
        ),
      ),
      h('tbody', {}, ...rows.map((row) => row.element)),
    ),
    /** `second` is what the words score with a second rope, by its name. */
    show(live: Live, second: (Told & { readonly name: string }) | null): void {
      const words = {
        ...liveWords(live),
        second: second && toldWords(second),
      };
      setText(score, writeValue(live.rotary.here, 5));
      setText(heads.here, words.here);
      setText(heads.moved, words.moved);
      for (const { way, name, cells, note, element } of rows) {
        const row = words[way];
        element.hidden = row === null;
        if (row === null) continue;
        if (way === 'second') setText(name, `With ${second?.name}`);
        for (const { column, number } of cells) setText(number, row[column]);
        setText(note, row.note);
      }
    },
  };
}
