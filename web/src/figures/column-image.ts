// One column of a table as an image, for tables whose rows are cells of a grid.

import './figures.css';
import { cellCount } from '../methods/rows.js';
import { colormap } from '../plot/colormap.js';
import { allOf } from '../plot/crop.js';
import { createHeatmap } from '../plot/heatmap.js';
import { createKeep } from '../plot/keep/keep.js';
import { writeValue } from '../plot/ticks.js';
import { h, setText } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import { countAxis } from './axes.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';

export function createColumnImage(tables: Tables) {
  const title = h('h3');
  const heatmap = createHeatmap({ move() {} });
  let shown: { readonly table: Table; readonly column: number } | null = null;

  function lookOf(table: Table, column: number) {
    const { range, rows } = table;
    const grid = tables.remote(table, { column });
    return {
      ...{ grid, range, pool: 'mean' as const },
      map: colormap(range.low < 0 ? 'diverging' : 'sequential', theme()),
      rows: countAxis('row', allOf(grid.rows)),
      columns: countAxis('column', allOf(rows.grid.at(-1) as number)),
    };
  }

  const keep = createKeep(() => {
    if (shown === null) return null;
    const { table, column } = shown;
    const look = lookOf(table, column);
    return {
      ...toldOf(table, `column-${column}-over-the-grid`),
      title: `Column ${column} over the grid`,
      async numbers() {
        const { rows, columns } = look.grid;
        const points = table.cells.rows;
        const ask = { columns: [column], rows: allOf(points), points };
        const [line] = await tables.ask(table, 'lines', ask);
        const data = (line?.low ?? new Float64Array()).slice(table.rows.extra);
        return { data, shape: [rows, columns], dtype: 'float64' };
      },
      picture: () => ({
        parts: [{ map: { ...look, write: (value) => writeValue(value, 4) } }],
      }),
    };
  });
  const element = h(
    'figure',
    { class: 'study image', 'data-study': 'grid', hidden: true },
    h('div', { class: 'chart-head' }, title),
    heatmap.element,
    keep.element,
  );
  let drawn = '';
  return {
    element,
    /** Draws everything anew at the next call: the colours have changed. */
    refresh(): void {
      drawn = '';
    },
    draw(table: Table, column: number | undefined): void {
      const { rows, held } = table;
      const cells = cellCount(rows.grid);
      element.hidden =
        rows.grid.length === 0 || cells === 0 || column === undefined;
      if (element.hidden || column === undefined) return;
      const now = `${held} ${column}`;
      if (now === drawn) return;
      drawn = now;
      shown = { table, column };
      const look = lookOf(table, column);
      setText(title, `Column ${column} over the grid`);
      heatmap.draw({
        ...look,
        label: `column ${column} over ${look.grid.rows} by ${look.grid.columns} cells`,
      });
    },
  };
}
