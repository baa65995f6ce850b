// The heat map of a table with its choices, the value at the cursor and the key
// to the colours. Where another table stands beside it, it shows what both have.

import { createStrip } from '../controls/segments.js';
import { nameRow } from '../methods/rows.js';
import { exactSpec, type Subject, subjects } from '../methods/table-spec.js';
import { createColorbar } from '../plot/colorbar.js';
import { type Colormap, colormap } from '../plot/colormap.js';
import { type Crop, sameCrop } from '../plot/crop.js';
import type { Cell } from '../plot/cursor.js';
import type { Cells } from '../plot/grid.js';
import { createHeatmap, type Remote } from '../plot/heatmap.js';
import { dtypeOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import type { MapPicture } from '../plot/keep/map-panel.js';
import { type Pool, pools } from '../plot/resample.js';
import {
  speakValue,
  writeCount,
  writeSmall,
  writeValue,
} from '../plot/ticks.js';
import { createZoom, type ZoomEvents } from '../plot/zoom.js';
import { createDataTable } from '../shell/data-table.js';
import { h, setText } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import { columnAxis, numberAxis, rowAxis } from './axes.js';
import type { ClippedRange } from './colour-range.js';
import { nameOfBoth } from './compare/words.js';
import type { Table, Tables } from './desk/tables.js';
import { tabulateHeld } from './held-table.js';
import { sizeOf, toldOf, toldOfTwo } from './kept.js';
import type { Readout } from './readout.js';
import { createRowReader } from './row-reader.js';
import { cropWords, poolNote, timeOf } from './table-words.js';

/** What a reader can choose beside the map. */
export interface MapChoice {
  readonly pool: Pool;
  readonly show: Subject;
}

export interface TableMapEvents {
  move(cell: Cell | null): void;
  pick(cell: Cell): void;
  set(patch: Partial<MapChoice>): void;
  zoom: ZoomEvents;
  /** A worker failed. */
  failed(error: unknown): void;
}

/** How a table is drawn that has another beside it. */
export interface Beside {
  /** What tells it apart from the other. */
  readonly name: string;
  /** The rows and columns that both have. */
  readonly cells: Cells;
  /** One range of colours for both. */
  readonly range: ClippedRange;
  /** Whether rows of the same number stand for other positions in the other. */
  readonly moved: boolean;
  readonly second: Table;
  readonly difference: Table;
  /** The maps that stand beside, to be saved with it. */
  pictures(): readonly MapPicture[];
}

interface Shown {
  readonly pool: Pool;
  readonly table: Table;
  readonly range: ClippedRange;
  readonly crop: Crop;
  readonly beside: Beside | null;
}

function sameRange(a: ClippedRange, b: ClippedRange): boolean {
  return a.low === b.low && a.high === b.high && a.clipped === b.clipped;
}

/** Whether a table shows the same cells, on the same axis. */
function sameSide(a: Beside | null, b: Beside | null): boolean {
  if (a === null || b === null) return a === b;
  const { cells } = a;
  return (
    a.moved === b.moved &&
    cells.rows === b.cells.rows &&
    cells.columns === b.cells.columns
  );
}

/** Errors get colours for both signs, even if all have the same one. */
function coloursOf({ range, subject }: Table): ClippedRange {
  return subject === 'values' ? range : { ...range, low: -range.high };
}

/** `readout` is the line below the map; what compares two tables writes it, too. */
export function createTableMap(
  tables: Tables,
  events: TableMapEvents,
  readout: Readout,
) {
  const reader = createRowReader(tables, events.failed);
  const title = h('h4');
  const about = h('p', { class: 'numbers about' });
  const bar = createColorbar();
  const note = h('p', { class: 'pool-note' });
  const meta = h('p', { class: 'numbers meta' });
  const show = createStrip('show', subjects, (word) =>
    events.set({ show: word }),
  );
  const pooling = createStrip('pooling', pools, (word) =>
    events.set({ pool: word }),
  );
  const part = h('p', { class: 'numbers part' });
  let shown: Shown | null = null;
  let remote: Remote | null = null;
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
      heatmap.cursor.tell('');
      if (!shown?.beside)
        readout.show('point at a cell, or use the arrow keys');
      return;
    }
    const { table } = shown;
    reader.read(table, cell.row, (row) => say(table, cell, row));
  }

  function say(table: Table, cell: Cell, row: Float64Array): void {
    const value = row[cell.column] ?? Number.NaN;
    const what = table.subject === 'errors' ? 'error' : 'value';
    const text = write(value);
    // The line below tells both numbers.
    if (shown?.beside) {
      heatmap.cursor.tell(text);
      return;
    }
    const said =
      `${nameRow(table.rows, cell.row, writeCount)} · ` +
      `dimension ${cell.column} · ${text}`;
    readout.show(said);
    heatmap.cursor.tell(said);
    readout.say(
      `${nameRow(table.rows, cell.row)}, dimension ${cell.column}, ` +
        `${what} ${speakValue(value)}`,
    );
  }

  const heatmap = createHeatmap({
    move(cell) {
      read(cell);
      zoom.at(cell);
      events.move(cell);
    },
    pick: events.pick,
    reveal: events.zoom.move,
    resized: describePool,
  });
  const zoom = createZoom(heatmap.cursor.element, events.zoom);

  function describePool(): void {
    if (shown === null) return;
    const crowded = heatmap.crowded();
    // There is nothing to choose where every cell has pixels of its own.
    pooling.element.hidden = !crowded;
    setText(note, poolNote(shown.pool, crowded));
  }

  function lookOf(of: Shown) {
    const { pool, table, range, crop, beside } = of;
    return {
      ...{ map, range, pool, crop },
      rows: beside?.moved
        ? numberAxis(crop.rows)
        : rowAxis(table.rows, crop.rows),
      columns: columnAxis(crop.columns),
    };
  }

  const keep = createKeep(() => {
    if (shown === null) return null;
    const { table, beside } = shown;
    // A picture of its own, because a remote paints one thing at a time.
    const grid = { ...tables.remote(table), ...beside?.cells };
    const own = { ...lookOf(shown), grid, write: writeEnd };
    const others = beside?.pictures() ?? [];
    const maps = beside ? [{ ...own, title: beside.name }, ...others] : [own];
    return {
      ...(beside ? toldOfTwo(table, beside.second) : toldOf(table)),
      title: beside ? 'Two tables and their difference' : table.method.title,
      async numbers() {
        const own = beside?.difference ?? table;
        const data = await tables.ask(own, 'whole', {});
        const { rows, columns } = own.cells;
        const shape = beside ? [rows, columns] : table.shape;
        return { shape, data, dtype: dtypeOf(data), own: true };
      },
      picture: () => ({
        parts: maps.map((map) => ({ map })),
        columns: maps.length,
      }),
    };
  });

  const data = createDataTable(() => {
    if (shown === null) return null;
    const { table, beside, crop } = shown;
    const own = { table, name: beside ? 'first' : '', write };
    const others = beside
      ? [
          { table: beside.second, name: 'second', write },
          { table: beside.difference, name: 'difference', write: writeSmall },
        ]
      : [];
    const both = [table.rows, (beside?.second ?? table).rows] as const;
    return tabulateHeld(tables, {
      ...{ crop, held: [own, ...others] },
      caption: beside ? 'Two tables and their difference' : table.method.title,
      rowName: (row) => nameOfBoth(both, row, writeCount),
    });
  });

  // First what comes and goes: at the end of the line, the others stay.
  const tools = h(
    'div',
    { class: 'tools' },
    ...[pooling.element, zoom.tools, show.element],
  );
  pooling.element.hidden = true;
  read(null);

  return {
    /** The map under its name, which it has beside another. */
    element: h('div', { 'data-map': 'first' }, title, heatmap.element),
    field: heatmap.element,
    key: bar.element,
    /** What is said of the map and chosen for it, after its main control. */
    more: h(
      'div',
      { class: 'plate-more' },
      h('div', { class: 'plate-tools' }, note, tools),
      h('div', { class: 'plate-foot' }, about, part),
      h('div', { class: 'plate-foot' }, meta, keep.element),
      data.element,
    ),
    about,
    ...{ rows: heatmap.rows, columns: heatmap.columns },
    /** Kept once the picture is painted. */
    painted: heatmap.painted,
    /** Shows the cursor of another map. */
    point(cell: Cell | null): void {
      heatmap.cursor.show(cell);
      zoom.at(cell);
      read(cell);
    },
    /** Draws a table; beside another one, what both have, in one range. */
    draw(
      table: Table,
      pool: Pool,
      crop: Crop,
      beside: Beside | null = null,
    ): void {
      const range = beside?.range ?? coloursOf(table);
      const next = colormap(
        range.low < 0 ? 'diverging' : 'sequential',
        theme(),
      );
      const other = shown?.table !== table || !sameSide(shown.beside, beside);
      // The worker need not paint again what is there.
      const same =
        !other &&
        shown?.pool === pool &&
        map === next &&
        sameRange(shown.range, range) &&
        sameCrop(shown.crop, crop);
      const before = shown;
      shown = { pool, table, range, crop, beside };
      map = next;
      pooling.set(pool);
      show.set(table.subject);
      // Beside another table, values alone are compared.
      show.element.hidden = beside !== null;
      setText(title, beside?.name ?? '');
      if (before?.beside && beside === null) read(null);
      if (same) return;
      const { method } = table;
      const cells = beside?.cells ?? table.cells;
      if (other || remote === null) {
        remote = { ...tables.remote(table), ...cells };
      }
      zoom.show(cells, crop);
      heatmap.draw({
        ...{ ...lookOf(shown), grid: remote },
        label:
          `${method.title} table, ${cells.rows} rows ` +
          `by ${cells.columns} dimensions`,
      });
      setText(part, cropWords({ ...table, cells }, crop));
      setText(meta, `${sizeOf(table)} · ${timeOf(table)}`);
      bar.draw(map, range, writeEnd);
      show.enable(exactSpec(method, table.spec) !== null);
      describePool();
      data.refresh();
    },
  };
}
