// One column of a table as an image, for tables whose rows are cells of a grid.

import './figures.css';
import { cellCount } from '../methods/rows.js';
import { colormap } from '../plot/colormap.js';
import { allOf } from '../plot/crop.js';
import { createHeatmap } from '../plot/heatmap.js';
import { h, setText } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import { countAxis } from './axes.js';
import type { Table, Tables } from './desk/tables.js';

export function createColumnImage(tables: Tables) {
  const title = h('h3');
  const heatmap = createHeatmap({ move() {} });
  const element = h(
    'figure',
    { class: 'study image', 'data-study': 'grid', hidden: true },
    h('div', { class: 'chart-head' }, title),
    heatmap.element,
  );
  let drawn = '';
  return {
    element,
    /** Draws everything anew at the next call: the colours have changed. */
    refresh(): void {
      drawn = '';
    },
    draw(table: Table, column: number | undefined): void {
      const { rows, range, held } = table;
      const cells = cellCount(rows.grid);
      element.hidden =
        rows.grid.length === 0 || cells === 0 || column === undefined;
      if (element.hidden || column === undefined) return;
      const now = `${held} ${column}`;
      if (now === drawn) return;
      drawn = now;
      const across = rows.grid.at(-1) as number;
      const image = tables.remote(table, { column });
      setText(title, `Column ${column} over the grid`);
      heatmap.draw({
        grid: image,
        map: colormap(range.low < 0 ? 'diverging' : 'sequential', theme()),
        range,
        pool: 'mean',
        rows: countAxis('row', allOf(image.rows)),
        columns: countAxis('column', allOf(across)),
        label: `column ${column} over ${image.rows} by ${across} cells`,
      });
    },
  };
}
