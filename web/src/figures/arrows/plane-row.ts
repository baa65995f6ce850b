// Small planes of pairs from fast to slow; a press chooses one.

import { writeSmall } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { type Pair, spreadPairs } from './pairs.js';
import { createPlane } from './plane.js';

/** The most planes of the row. */
const mostPlanes = 6;

/** The pairs of the row, with their numbers. */
export function rowOf(pairs: readonly Pair[]) {
  return spreadPairs(pairs.length, mostPlanes).map((number) => ({
    number,
    pair: pairs[number] as Pair,
  }));
}

export function createPlaneRow(choose: (pair: number) => void) {
  const row = h('div', {
    class: 'planes',
    role: 'group',
    'aria-label': 'Pairs',
  });
  const made = Array.from({ length: mostPlanes }, () => {
    const plane = createPlane(false);
    const name = h('span', { class: 'plane-name numbers' });
    const frequency = h('span', { class: 'plane-name numbers' });
    const parts = [plane.element, name, frequency];
    const button = h('button', { type: 'button' }, ...parts);
    const entry = { plane, name, frequency, button, pair: 0 };
    button.addEventListener('click', () => choose(entry.pair));
    return entry;
  });
  row.append(...made.map(({ button }) => button));
  return {
    element: row,
    draw(pairs: readonly Pair[], chosen: number, longest: number): void {
      const shown = rowOf(pairs);
      made.forEach((entry, i) => {
        entry.button.hidden = shown[i] === undefined;
        if (shown[i] === undefined) return;
        const { number, pair } = shown[i];
        entry.pair = number;
        entry.plane.draw(pair, longest);
        entry.button.setAttribute('aria-pressed', String(number === chosen));
        setText(entry.name, `pair ${number}`);
        setText(entry.frequency, `ω = ${writeSmall(pair.frequency, 2)}`);
      });
    },
  };
}
