// The heat map of a table with its choices, the value at the cursor and the key
// to the colours.

import './figures.css';
import { createStrip } from '../controls/segments.js';
import { nameRow } from '../methods/rows.js';
import { exactSpec, type Subject, subjects } from '../methods/table.js';
import { createColorbar } from '../plot/colorbar.js';
import { type Colormap, colormap } from '../plot/colormap.js';
import type { Cell } from '../plot/cursor.js';
import { createHeatmap } from '../plot/heatmap.js';
import { dtypeOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import { type Pool, pools } from '../plot/resample.js';
import {
  speakValue,
  writeCount,
  writeSmall,
  writeValue,
} from '../plot/ticks.js';
import { h, setText } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { theme } from '../shell/theme.js';
import { columnAxis, rowAxis } from './axes.js';
import type { ClippedRange } from './colour-range.js';
import type { Table, Tables } from './desk/tables.js';
import { sizeOf, toldOf } from './kept.js';
import { createRowReader } from './row-reader.js';

/** What a reader can choose beside the map. */
export interface MapChoice {
  readonly pool: Pool;
  readonly show: Subject;
}

export interface TableMapEvents {
  move(cell: Cell | null): void;
  pick(cell: Cell): void;
  set(patch: Partial<MapChoice>): void;
  /** A worker failed. */
  failed(error: unknown): void;
}

/** Errors get colours for both signs, even if all have the same one. */
function coloursOf({ range, subject }: Table): ClippedRange {
  return subject === 'values' ? range : { ...range, low: -range.high };
}

function poolNote(pool: Pool, crowded: boolean): string {
  if (!crowded) return 'every cell is drawn';
  return {
    mean: 'a pixel is the mean of its cells',
    minmax: 'pixels are minima and maxima in turn',
    nearest: 'a pixel is one of its cells: false waves may show',
  }[pool];
}

function timeOf({ ms }: Table): string {
  return `computed in ${ms < 0.1 ? 'under 0.1' : ms.toFixed(1)} ms`;
}

export function createTableMap(tables: Tables, events: TableMapEvents) {
  const reader = createRowReader(tables, events.failed);
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const about = h('p', { class: 'numbers about' });
  const how = h('p', { class: 'how' });
  const bar = createColorbar();
  const note = h('p', { class: 'pool-note' });
  const meta = h('p', { class: 'numbers meta' });
  const show = createStrip('show', subjects, (word) =>
    events.set({ show: word }),
  );
  const pooling = createStrip('pooling', pools, (word) =>
    events.set({ pool: word }),
  );
  let shown: { pool: Pool; table: Table; range: ClippedRange } | null = null;
  let map: Colormap = colormap('diverging', theme());

  function write(value: number): string {
    return shown?.table.subject === 'errors'
      ? writeSmall(value)
      : writeValue(value);
  }

  /** A value of the key; the ends say where values lie beyond them. */
  function writeEnd(value: number): string {
    const text = write(value);
    const { low = 0, high = 0, clipped = false } = shown?.range ?? {};
    if (!clipped || value === 0) return text;
    if (value === high) return `≥ ${text}`;
    return value === low ? `≤ ${text}` : text;
  }

  function read(cell: Cell | null): void {
    // A table without rows has no cell to read.
    if (shown === null || cell === null || shown.table.cells.rows === 0) {
      reader.forget();
      setText(reading, 'point at a cell, or use the arrow keys');
      heatmap.cursor.tell('');
      return;
    }
    const { table } = shown;
    reader.read(table, cell.row, (row) => say(table, cell, row));
  }

  function say(table: Table, cell: Cell, row: Float64Array): void {
    const value = row[cell.column] ?? Number.NaN;
    const what = table.subject === 'errors' ? 'error' : 'value';
    const text = write(value);
    const said =
      `${nameRow(table.rows, cell.row, writeCount)} · ` +
      `dimension ${cell.column} · ${text}`;
    setText(reading, said);
    heatmap.cursor.tell(said);
    live.say(
      `${nameRow(table.rows, cell.row)}, dimension ${cell.column}, ` +
        `${what} ${speakValue(value)}`,
    );
  }

  const heatmap = createHeatmap({
    move(cell) {
      read(cell);
      events.move(cell);
    },
    pick: events.pick,
    resized: describePool,
  });

  function describePool(): void {
    if (shown === null) return;
    const crowded = heatmap.crowded();
    pooling.enable(crowded);
    setText(note, poolNote(shown.pool, crowded));
  }

  function lookOf({ pool, table, range }: NonNullable<typeof shown>) {
    const { rows, columns } = table.cells;
    return {
      ...{ map, range, pool, grid: tables.remote(table) },
      rows: rowAxis(table.rows, rows),
      columns: columnAxis(columns),
    };
  }

  const keep = createKeep(() => {
    if (shown === null) return null;
    const { table } = shown;
    const look = lookOf(shown);
    return {
      ...toldOf(table),
      title: table.method.title,
      async numbers() {
        const data = await tables.ask(table, 'whole', {});
        return { shape: table.shape, data, dtype: dtypeOf(data) };
      },
      picture: () => ({ parts: [{ map: { ...look, write: writeEnd } }] }),
    };
  });

  const caption = h('figcaption', {}, reading, live.element, bar.element);
  const tools = h('div', { class: 'tools' }, show.element, pooling.element);
  read(null);

  return {
    element: h(
      'figure',
      { class: 'plate' },
      how,
      heatmap.element,
      caption,
      h('div', { class: 'plate-foot' }, about, note),
      h('div', { class: 'plate-tools' }, meta, tools),
      keep.element,
    ),
    about,
    /** Says how to read the map. */
    explain: (text: string) => setText(how, text),
    columns: heatmap.columns,
    /** Kept once the picture is painted. */
    painted: heatmap.painted,
    draw(table: Table, pool: Pool): void {
      const range = coloursOf(table);
      const next = colormap(
        range.low < 0 ? 'diverging' : 'sequential',
        theme(),
      );
      // The worker need not paint again what is there.
      const same =
        shown?.table === table && shown.pool === pool && map === next;
      shown = { pool, table, range };
      map = next;
      pooling.set(pool);
      show.set(table.subject);
      if (same) return;
      const { cells, method } = table;
      heatmap.draw({
        ...lookOf(shown),
        label:
          `${method.title} table, ${cells.rows} rows ` +
          `by ${cells.columns} dimensions`,
      });
      setText(meta, `${sizeOf(table)} · ${timeOf(table)}`);
      bar.draw(map, range, writeEnd);
      show.enable(exactSpec(method, table.spec) !== null);
      describePool();
    },
  };
}
