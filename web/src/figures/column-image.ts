// One column of a table as an image, for tables whose rows are cells of a grid.

import './figures.css';
import { cellCount } from '../methods/rows.js';
import { colormap } from '../plot/colormap.js';
import { allOf } from '../plot/crop.js';
import type { Cell } from '../plot/cursor.js';
import { tabulateGrid } from '../plot/grid-table.js';
import { createHeatmap } from '../plot/heatmap.js';
import { createKeep } from '../plot/keep/keep.js';
import { speakValue, writeValue } from '../plot/ticks.js';
import { createDataTable } from '../shell/data-table.js';
import { h, setText } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { theme } from '../shell/theme.js';
import { begin } from '../state/pending.js';
import { countAxis } from './axes.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';

/** The image that is drawn. */
interface Shown {
  readonly table: Table;
  readonly column: number;
}

export function createColumnImage(
  tables: Tables,
  failed: (error: unknown) => void,
) {
  const title = h('h3');
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const heatmap = createHeatmap({ move: read });
  let shown: Shown | null = null;
  /** The numbers of the column that was asked for last. */
  let known: { readonly of: Shown; values: Float64Array } | null = null;
  let at: Cell | null = null;

  /** The numbers of the image, row by row. */
  async function numbersOf({ table, column }: Shown) {
    const points = table.cells.rows;
    const ask = { columns: [column], rows: allOf(points), points };
    const [line] = await tables.ask(table, 'lines', ask);
    return (line?.low ?? new Float64Array()).slice(table.rows.extra);
  }

  /** The same, once for each image. */
  async function kept(of: Shown): Promise<Float64Array> {
    if (known?.of !== of) known = { of, values: await numbersOf(of) };
    return known.values;
  }

  function say(cell: Cell, values: Float64Array, across: number): void {
    const value = values[cell.row * across + cell.column] ?? Number.NaN;
    const place = `cell ${cell.row}, ${cell.column}`;
    setText(reading, `${place} · ${writeValue(value)}`);
    heatmap.cursor.tell(writeValue(value));
    live.say(`${place}, value ${speakValue(value)}`);
  }

  async function read(cell: Cell | null): Promise<void> {
    at = cell;
    if (shown === null || cell === null) {
      setText(reading, 'point at a cell, or use the arrow keys');
      heatmap.cursor.tell('');
      return;
    }
    const done = begin('picture');
    const asked = shown;
    try {
      const values = await kept(asked);
      const across = asked.table.rows.grid.at(-1) ?? 1;
      // The cursor, or the image, may be another one by now.
      if (at === cell && shown === asked) say(cell, values, across);
    } catch (error) {
      failed(error);
    } finally {
      done();
    }
  }

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
        const data = await numbersOf({ table, column });
        return { data, shape: [rows, columns], dtype: 'float64' };
      },
      picture: () => ({
        parts: [{ map: { ...look, write: (value) => writeValue(value, 4) } }],
      }),
    };
  });
  const data = createDataTable(async () => {
    if (shown === null) return null;
    const { table, column } = shown;
    const { rows, columns } = tables.remote(table, { column });
    const values = await kept(shown);
    return tabulateGrid(
      { rows, columns },
      {
        ...{ caption: `Column ${column} over the grid`, corner: 'row' },
        ...{ rowName: String, columnName: (cell) => `column ${cell}` },
        write: writeValue,
      },
      (row, cell) => values[row * columns + cell] ?? Number.NaN,
    );
  });
  const element = h(
    'figure',
    { class: 'study image', 'data-study': 'grid', hidden: true },
    h('div', { class: 'chart-head' }, title),
    heatmap.element,
    h('figcaption', {}, reading, live.element),
    data.element,
    keep.element,
  );
  void read(null);
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
      data.refresh();
    },
  };
}
