// The words that two sentences share, side by side: their scores in the first,
// in the second, and the difference, for both configurations.

import { wordAxis } from '../../figures/words/word-axis.js';
import { createColorbar } from '../../plot/colorbar.js';
import { colormap } from '../../plot/colormap.js';
import type { Cell } from '../../plot/cursor.js';
import { largestSize, valueAt } from '../../plot/grid.js';
import { createHeatmap } from '../../plot/heatmap.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import { type Beside, mapsOf } from './beside.js';
import { describeBeside, describePairing } from './beside-words.js';
import type { BySide } from './computed.js';
import { type SideName, sides } from './state.js';

const parts = ['first', 'second', 'difference'] as const;
type Part = (typeof parts)[number];

export interface BesideLook {
  readonly beside: Beside;
  readonly head: number;
  readonly titles: BySide<string>;
}

export function createBesideFigure(close: () => void) {
  const where = h('p', { class: 'hint numbers' });
  const button = h('button', { type: 'button' }, 'Close');
  button.addEventListener('click', close);
  let look: BesideLook | null = null;

  function createMap(side: SideName, part: Part) {
    const title = h('span');
    const value = h('output', { class: 'numbers' });
    const heatmap = createHeatmap({ move }, 'words');
    const element = h(
      'figure',
      { class: 'map', 'data-beside': `${side}-${part}` },
      h('figcaption', {}, title, value),
      heatmap.element,
    );
    return { part, title, value, heatmap, element };
  }

  const rows = sides.map((side) => ({
    side,
    told: h('p', { class: 'numbers', 'data-number': `${side}-beside` }),
    bar: createColorbar(),
    maps: parts.map((part) => createMap(side, part)),
  }));

  function move(cell: Cell | null): void {
    for (const { side, maps } of rows) {
      for (const { part, value, heatmap } of maps) {
        heatmap.cursor.show(cell);
        if (look === null) continue;
        const { beside, head } = look;
        const grid = mapsOf(beside.sides[side], head)[part];
        const text =
          cell === null
            ? ''
            : writeValue(valueAt(grid, cell.row, cell.column), 5);
        setText(value, text);
      }
    }
  }

  const element = h(
    'figure',
    { class: 'chart beside', hidden: true },
    h(
      'div',
      { class: 'chart-head' },
      h('h3', {}, 'The same words, early and late'),
      button,
    ),
    where,
    ...rows.flatMap(({ told, bar, maps }) => [
      h('div', { class: 'maps-head' }, told, bar.element),
      h('div', { class: 'beside-maps' }, ...maps.map((map) => map.element)),
    ]),
  );
  return {
    element,
    draw(next: BesideLook | null): void {
      look = next;
      element.hidden = next === null;
      if (next === null) return;
      const { beside, head, titles } = next;
      const { words } = beside;
      setText(where, describeBeside(beside));
      for (const { side, told, bar, maps } of rows) {
        const name = `${side.toUpperCase()}: ${titles[side]}`;
        const pairing = beside.sides[side];
        setText(told, describePairing(name, pairing));
        const grids = mapsOf(pairing, head);
        // One range for all three, so that equal colours are equal numbers.
        const high = largestSize(...parts.map((part) => grids[part]));
        const range = { low: -high, high };
        const map = colormap('diverging', theme());
        bar.draw(map, range, (value) => writeValue(value, 3));
        const names: Readonly<Record<Part, string>> = {
          first: `early, from ${writeCount(beside.firstAt)}`,
          second: `late, from ${writeCount(beside.secondAt)}`,
          difference: 'late less early',
        };
        for (const { part, title, heatmap } of maps) {
          setText(title, names[part]);
          heatmap.draw({
            ...{ grid: grids[part], map, range, pool: 'nearest' },
            rows: wordAxis('query', words),
            columns: wordAxis('key', words),
            label: `scores ${names[part]} of ${name}, queries down, keys across`,
          });
        }
      }
      move(null);
    },
  };
}
