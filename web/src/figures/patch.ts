// How alike one patch of a grid is to all others, drawn as the grid itself: what
// a model for images can tell of places from the table alone.

import './figures.css';
import { createNewest } from '../engine/newest.js';
import { cellCount, cellOf } from '../methods/rows.js';
import { createColorbar } from '../plot/colorbar.js';
import { colormap } from '../plot/colormap.js';
import { allOf } from '../plot/crop.js';
import type { Cell } from '../plot/cursor.js';
import type { Grid } from '../plot/grid.js';
import { tabulateWhole } from '../plot/grid-table.js';
import { createHeatmap, type HeatmapLook } from '../plot/heatmap.js';
import { createKeep } from '../plot/keep/keep.js';
import { speakValue, writeValue } from '../plot/ticks.js';
import { createDataTable } from '../shell/data-table.js';
import { h, setText } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { theme } from '../shell/theme.js';
import { countAxis } from './axes.js';
import { rangeOf } from './colour-range.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';
import { middlePatch, patchWords } from './patch-words.js';

export interface PatchEvents {
  /** The reader chose the patch of a row of the table. */
  choose(row: number): void;
  /** A worker failed. */
  failed(error: unknown): void;
}

/** What it means for a model. */
const meaning =
  'The cosine of a patch’s row with the row of each other patch. Where near ' +
  'patches are alike and far ones are not, a model can tell what lies beside ' +
  'what.';

interface Shown {
  readonly table: Table;
  readonly row: number;
  readonly alike: Float64Array;
  readonly grid: Grid;
  readonly look: Omit<HeatmapLook, 'label'>;
}

const write = (value: number) => writeValue(value, 3);

export function createPatchFigure(tables: Tables, events: PatchEvents) {
  const live = createLiveLine();
  const words = h('p', { class: 'patch-words' });
  const reading = h('p', { class: 'numbers reading' });
  const bar = createColorbar();
  const work = createNewest('picture');
  let shown: Shown | null = null;
  let asked = '';

  /** The row of the table that a cell of the map stands for. */
  function rowAt({ row, column }: Cell, { rows }: Table): number {
    return rows.extra + row * (rows.grid.at(-1) ?? 1) + column;
  }

  /** Puts the cursor on the chosen patch, where nobody points at another. */
  function markChosen(): void {
    if (shown === null) return;
    const { table, row } = shown;
    const across = table.rows.grid.at(-1) ?? 1;
    const at = row - table.rows.extra;
    const column = at % across;
    heatmap.cursor.show({ row: (at - column) / across, column });
  }

  function read(cell: Cell | null): void {
    if (shown === null || cell === null) {
      setText(reading, 'press a patch to see what is alike to it');
      markChosen();
      return;
    }
    const { table, row, alike } = shown;
    const at = rowAt(cell, table);
    const [name, own] = [at, row].map((one) =>
      cellOf(table.rows, one).join(', '),
    );
    const value = alike[at] ?? Number.NaN;
    setText(reading, `patch ${name} · cosine with ${own}: ${write(value)}`);
    live.say(`patch ${name}, cosine ${speakValue(value, 3)}`);
  }

  const heatmap = createHeatmap({
    move: read,
    pick(cell) {
      if (shown !== null) events.choose(rowAt(cell, shown.table));
    },
  });
  const keep = createKeep(() => {
    if (shown === null) return null;
    const { table, row, alike, look } = shown;
    const { rows, columns } = look.grid;
    const name = cellOf(table.rows, row).join('-');
    return {
      ...toldOf(table, `alike-to-${name}`),
      title: `Similarity to patch ${cellOf(table.rows, row).join(', ')}`,
      numbers: async () => ({
        data: alike.slice(table.rows.extra),
        ...{ shape: [rows, columns], dtype: 'float64' as const },
      }),
      picture: () => ({ parts: [{ map: { ...look, write } }] }),
    };
  });
  const data = createDataTable(() => {
    if (shown === null) return null;
    const { table, row, grid } = shown;
    const own = cellOf(table.rows, row).join(', ');
    return tabulateWhole(grid, {
      ...{ caption: `Similarity of patches to patch ${own}`, corner: 'row' },
      ...{ rowName: String, columnName: (column) => `column ${column}`, write },
    });
  });
  const element = h(
    'figure',
    { class: 'study image patch', 'data-study': 'patch', hidden: true },
    h('div', { class: 'chart-head' }, h('h3', {}, 'Similarity to one patch')),
    ...[words, heatmap.element],
    h('figcaption', {}, reading, live.element, bar.element),
    h('p', { class: 'means' }, meaning),
    data.element,
    keep.element,
  );

  function put(table: Table, row: number, alike: Float64Array): void {
    const across = table.rows.grid.at(-1) as number;
    const values = alike.slice(table.rows.extra);
    const grid = { values, rows: values.length / across, columns: across };
    const range = rangeOf(grid);
    const map = colormap(range.low < 0 ? 'diverging' : 'sequential', theme());
    const look = {
      ...{ grid, map, range, pool: 'mean' as const },
      rows: countAxis('row', allOf(grid.rows)),
      columns: countAxis('column', allOf(across)),
    };
    shown = { table, row, alike, grid, look };
    const name = cellOf(table.rows, row).join(', ');
    heatmap.draw({ ...look, label: `similarity of patches to patch ${name}` });
    bar.draw(map, range, write);
    setText(words, patchWords(table.rows, row, alike));
    read(null);
    data.refresh();
  }

  return {
    element,
    /** Draws the patch of a row; the middle one for a row of no patch. */
    draw(table: Table, chosen: number | undefined): void {
      const { rows, held } = table;
      const count = cellCount(rows.grid);
      element.hidden = rows.grid.length < 2 || count === 0;
      if (element.hidden) return;
      const there =
        chosen !== undefined &&
        chosen >= rows.extra &&
        chosen < rows.extra + count;
      const row = there ? chosen : middlePatch(rows);
      const now = `${held} ${row} ${theme()}`;
      if (now === asked) return;
      asked = now;
      work.want(async (signal) => {
        try {
          put(table, row, await tables.ask(table, 'alike', { row }, signal));
        } catch (error) {
          if (!signal.aborted) events.failed(error);
        }
      });
    },
  };
}
