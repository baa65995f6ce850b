// Some columns of a table as lines over the positions. A column with more rows
// than the chart can show is an envelope: the least and the most of each stretch
// of rows.

import './figures.css';
import { createNewest } from '../engine/newest.js';
import { nameRow, positionOf } from '../methods/rows.js';
import { allOf, type Span } from '../plot/crop.js';
import { columnsOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import { createLegendEntry } from '../plot/legend.js';
import { createLines } from '../plot/lines.js';
import type { LinesLook } from '../plot/lines-look.js';
import { lineColour } from '../plot/palette.js';
import { writeCount, writeSmall, writeValue } from '../plot/ticks.js';
import { h, setText } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import { limitsOf, roundUp } from './colour-range.js';
import type { ColumnLine } from './desk/jobs.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';

export interface ColumnLinesEvents {
  /** The reader pressed the button of a column. */
  drop(column: number): void;
  /** A worker failed. */
  failed(error: unknown): void;
}

interface Drawn extends ColumnLine {
  readonly colour: string;
}

interface Shown {
  readonly table: Table;
  /** The rows over which the lines run. */
  readonly span: Span;
  readonly lines: readonly Drawn[];
  readonly entries: readonly { show(text: string): void }[];
  readonly look: LinesLook;
}

const help = 'Press a cell of the map to add or drop its column.';

/** The most points of a line where the chart has no width yet. */
const usualPoints = 720;

/** Ends of the value axis: round, so that small changes do not move them. */
function rangeOf(lines: readonly ColumnLine[]): readonly [number, number] {
  const lows = lines.map(({ low }) => limitsOf(low).low);
  const highs = lines.map(({ high }) => limitsOf(high).high);
  const high = roundUp(Math.max(0, ...lows.map((low) => -low), ...highs));
  const signed = lows.some((low) => low < 0);
  return [(signed ? -1.05 : -0.05) * high, 1.05 * high];
}

/** The first row of a stretch, of as many stretches as a line has points. */
function firstRow(index: number, span: Span, points: number): number {
  return span.from + Math.floor((index * span.count) / points);
}

/** A chart needs rising positions; otherwise it shows row numbers. */
const isRising = ({ rows }: Table) => rows.step > 0 && rows.grid.length === 0;

/** Where a row stands on the chart. */
const placesOf = (table: Table) => (row: number) =>
  isRising(table) ? positionOf(table.rows, row) : row;

export function createColumnLines(tables: Tables, events: ColumnLinesEvents) {
  const lines = createLines('Chosen columns over the positions', read);
  const chips = h('ul', { class: 'chips' });
  const hint = h('p', { class: 'hint numbers' }, help);
  const work = createNewest('picture');
  let shown: Shown | null = null;
  let asked = '';
  /** The number of the button that gets the focus once lines are drawn. */
  let focus: number | null = null;

  function read(index: number | null): void {
    if (shown === null) return;
    const { table, span, entries, lines: drawn } = shown;
    const { rows, subject } = table;
    const write = (value: number) =>
      subject === 'values' ? writeValue(value, 3) : writeSmall(value);
    const points = drawn[0]?.low.length ?? 0;
    entries.forEach((entry, i) => {
      const low = index === null ? undefined : drawn[i]?.low[index];
      const high = index === null ? undefined : drawn[i]?.high[index];
      if (low === undefined || high === undefined) entry.show('');
      else if (low === high) entry.show(write(low));
      else entry.show(`${write(low)} … ${write(high)}`);
    });
    if (index === null || points === 0) {
      setText(hint, help);
      return;
    }
    const from = firstRow(index, span, points);
    const to = firstRow(index + 1, span, points) - 1;
    const first = nameRow(rows, from, writeCount);
    const last = nameRow(rows, to, writeCount);
    setText(hint, from === to ? `at ${first}` : `from ${first} to ${last}`);
  }

  function drop(column: number, button: HTMLButtonElement): void {
    const held = document.activeElement === button;
    const index = [...chips.children].indexOf(button.parentElement as Element);
    events.drop(column);
    // The button goes with its line, and the focus to the next button.
    if (held) focus = index;
  }

  function createChip({ column, colour }: Drawn) {
    const entry = createLegendEntry({ label: String(column), colour });
    const name = `Drop column ${column}`;
    const button = h(
      'button',
      { type: 'button', 'aria-label': name },
      ...entry.parts,
    );
    button.addEventListener('click', () => drop(column, button));
    return { entry, button, item: h('li', {}, button) };
  }

  const keep = createKeep(() => {
    if (shown === null) return null;
    const { table, lines: drawn, look } = shown;
    const columns = drawn.map(({ column }) => column);
    return {
      ...toldOf(table, `columns-${columns.join('-')}`),
      title: `Columns ${columns.join(', ')}`,
      async numbers() {
        const points = table.cells.rows;
        const ask = { columns, rows: allOf(points), points };
        const whole = await tables.ask(table, 'lines', ask);
        const places = Float64Array.from({ length: points }, (_, row) => row);
        return columnsOf([
          [look.xName, places.map(placesOf(table))],
          ...whole.map(({ column, low }) => [`column ${column}`, low] as const),
        ]);
      },
      picture: () => ({ parts: [{ lines: look }] }),
    };
  });

  function put(table: Table, span: Span, found: readonly ColumnLine[]): void {
    const drawn = found.map((line, i) => ({
      ...line,
      colour: lineColour(i, theme()),
    }));
    const made = drawn.map(createChip);
    chips.replaceChildren(...made.map(({ item }) => item));
    if (focus !== null) made[Math.min(focus, made.length - 1)]?.button.focus();
    focus = null;
    const { subject } = table;
    const points = drawn[0]?.low.length ?? span.count;
    const placeOf = placesOf(table);
    const look: LinesLook = {
      x: Float64Array.from({ length: points }, (_, i) =>
        placeOf(firstRow(i, span, points)),
      ),
      lines: drawn.map(({ column, colour, low, high }) => ({
        ...{ label: String(column), colour, values: low },
        ...(low === high ? {} : { upTo: high }),
      })),
      xName: isRising(table) ? 'position' : 'row',
      yName: subject === 'values' ? 'value' : 'error',
      range: rangeOf(drawn),
    };
    const entries = made.map(({ entry }) => entry);
    shown = { table, span, lines: drawn, entries, look };
    lines.draw(look);
    read(null);
  }

  return {
    element: h(
      'figure',
      { class: 'chart' },
      h('div', { class: 'chart-head' }, h('h3', {}, 'Columns'), chips, hint),
      lines.element,
      lines.table,
      keep.element,
    ),
    /** Marks a row of the table. */
    mark(row: number | null): void {
      const points = shown?.lines[0]?.low.length ?? 0;
      if (shown === null || points === 0 || row === null) {
        lines.mark(null);
        read(null);
        return;
      }
      // The last stretch that begins at or before the row.
      const { from, count } = shown.span;
      const index = Math.ceil(((row - from + 1) * points) / count) - 1;
      const there = row >= from && row < from + count ? index : null;
      lines.mark(there);
      read(there);
    },
    draw(table: Table, columns: readonly number[], span: Span): void {
      const now = `${table.held} ${columns} ${span.from} ${span.count}`;
      if (now === asked) return;
      asked = now;
      const points = lines.element.clientWidth || usualPoints;
      work.want(async (signal) => {
        try {
          const about = { columns, rows: span, points };
          put(table, span, await tables.ask(table, 'lines', about, signal));
        } catch (error) {
          if (!signal.aborted) events.failed(error);
        }
      });
    },
    /** Draws everything anew at the next call: the colours have changed. */
    refresh(): void {
      asked = '';
      lines.refresh();
    },
  };
}
