// The pictures of a long sequence, one for each configuration: heat maps with
// one range of colours and one cursor.

import { createColorbar } from '../../../plot/colorbar.js';
import { colormap } from '../../../plot/colormap.js';
import type { Cell } from '../../../plot/cursor.js';
import { isEmpty, valueAt } from '../../../plot/grid.js';
import { createHeatmap } from '../../../plot/heatmap.js';
import { speakValue, writeValue } from '../../../plot/ticks.js';
import { h, setText } from '../../../shell/dom.js';
import { describeFailure } from '../../../shell/failure.js';
import { createLiveLine } from '../../../shell/live.js';
import { theme } from '../../../shell/theme.js';
import type { BySide } from '../state/state.js';
import { sides } from '../state/state.js';
import { axisOf, coloured, scaleOf, writeEnds } from './look.js';
import type { LongModel } from './model.js';

/** `pick` is called with the cell that a reader chooses. */
export function createLongMaps(model: LongModel, pick: (cell: Cell) => void) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const bar = createColorbar();
  const maps = sides.map((side) => {
    const title = h('span');
    const value = h('output', { class: 'numbers' });
    const failure = h('p', { class: 'hint missing', hidden: true });
    const heatmap = createHeatmap({ move, pick });
    const element = h(
      'figure',
      { class: 'map', 'data-map': `${side}-long` },
      h('figcaption', {}, title, value),
      heatmap.element,
      failure,
    );
    return { side, title, value, failure, heatmap, element };
  });

  function move(cell: Cell | null): void {
    for (const { heatmap } of maps) heatmap.cursor.show(cell);
    read(cell);
  }

  function read(cell: Cell | null): void {
    const { wanted, pictures } = model;
    if (wanted === undefined || cell === null) {
      setText(reading, 'Press a cell to look at it more closely.');
      for (const { value } of maps) setText(value, '');
      return;
    }
    const { zoom, pool } = wanted;
    const queries = writeEnds(cell.row, wanted, zoom.query);
    const keys = writeEnds(cell.column, wanted, zoom.key);
    setText(reading, `queries ${queries} · keys ${keys}`);
    const spoken = maps.map(({ side, value }) => {
      const grid = pictures[side]?.grid;
      const number = grid ? valueAt(grid, cell.row, cell.column) : Number.NaN;
      const text = Number.isNaN(number) ? '' : writeValue(number, 5);
      setText(value, text);
      return isEmpty(number)
        ? `nothing in ${side.toUpperCase()}`
        : speakValue(number, 4);
    });
    live.say(`queries ${queries}, keys ${keys}, ${pool} ${spoken.join(', ')}`);
  }

  read(null);
  return {
    /** What the cell under the cursor shows. */
    reading,
    /** The same for screen readers. */
    live: live.element,
    bar: bar.element,
    elements: maps.map((map) => map.element),
    /** Forgets the cell under the cursor, because the pictures are others. */
    clear: () => read(null),
    /** Draws what there is of the pictures. */
    draw(titles: BySide<string>): void {
      const { wanted, pictures } = model;
      if (wanted === undefined) return;
      const { of, zoom } = wanted;
      const grids = sides.flatMap((side) => pictures[side]?.grid ?? []);
      const scale = scaleOf(wanted, grids);
      const { range } = scale;
      const map = colormap(scale.kind, theme());
      bar.draw(map, range, (value) =>
        writeValue(of === 'scores' ? value : 10 ** value, 2),
      );
      for (const { side, title, failure, heatmap } of maps) {
        const name = `${side.toUpperCase()}: ${titles[side]}`;
        setText(title, name);
        title.title = name;
        const picture = pictures[side];
        const why = picture?.failure;
        failure.hidden = why === undefined;
        heatmap.element.hidden = why !== undefined;
        setText(failure, why === undefined ? '' : describeFailure(why));
        if (picture?.grid === undefined) continue;
        heatmap.draw({
          grid: coloured(picture.grid, wanted, scale),
          ...{ map, range, pool: 'nearest' },
          rows: axisOf('query', wanted, zoom.query),
          columns: axisOf('key', wanted, zoom.key),
          label: `${of} of ${name}, long sequence, queries down, keys across`,
        });
      }
    },
  };
}
