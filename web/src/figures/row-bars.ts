// One row of a table as bars: the vector that stands for its position, in a strip
// below the map, whose columns it continues. It is the row that was picked, or the one
// that the reader points at in the map. Where the row has more columns than the chart
// can show, it is an envelope.

import './figures.css';
import { nameRow } from '../methods/rows.js';
import type { Span } from '../plot/crop.js';
import { pixelEdges } from '../plot/grid.js';
import { columnsOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import { createLines } from '../plot/lines.js';
import type { LinesLook } from '../plot/lines-look.js';
import { lineColour } from '../plot/palette.js';
import { writeCount, writeSmall, writeValue } from '../plot/ticks.js';
import { h, setText } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';
import { createRowReader } from './row-reader.js';

/** The most bars of a chart. */
const mostBars = 512;

/** The edge of the map in the style sheet, in the size of the page's letters. */
const edge = 4.75;

const letters = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The least and the most of equal stretches of a row. */
export function stretchesOf(row: Float64Array, count: number) {
  const edges = pixelEdges(row.length, count);
  const least = new Float64Array(count);
  const most = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const part = row.subarray(edges[i], edges[i + 1]);
    least[i] = Math.min(...part);
    most[i] = Math.max(...part);
  }
  return { edges, least, most };
}

export function createRowBars(
  tables: Tables,
  failed: (error: unknown) => void,
) {
  const title = h('h3', {}, 'Row');
  const hint = h('p', { class: 'hint numbers' });
  const chart = createLines('The values of one row over the dimensions', read);
  const reader = createRowReader(tables, failed);
  let shown: {
    readonly table: Table;
    readonly row: number;
    /** The values that are shown, and the first of their columns. */
    readonly values: Float64Array;
    readonly from: number;
    readonly whole: Float64Array;
    readonly look: LinesLook;
  } | null = null;
  let drawn = '';
  /** The row that was picked, and the one at the pointer. */
  let picked: {
    readonly table: Table;
    readonly row: number;
    readonly span: Span;
  } | null = null;
  let pointed: number | null = null;

  function follow(): void {
    if (picked === null || element.hidden) return;
    const { table, span } = picked;
    const row = pointed ?? picked.row;
    const now = `${table.held} ${row} ${span.from} ${span.count}`;
    if (now === drawn || row >= table.cells.rows) return;
    drawn = now;
    reader.read(table, row, (values) => put(table, row, values, span));
  }

  function read(index: number | null): void {
    if (shown === null) return;
    const { table, values, from: first } = shown;
    const write = table.subject === 'values' ? writeValue : writeSmall;
    const count = Math.min(values.length, mostBars);
    if (index === null || index >= count) {
      setText(hint, `${writeCount(values.length)} numbers`);
      return;
    }
    if (count === values.length) {
      const value = values[index] as number;
      setText(hint, `dimension ${first + index} · ${write(value, 4)}`);
      return;
    }
    const { edges, least, most } = stretchesOf(values, count);
    const [from = 0, to = 0] = [edges[index], edges[index + 1]];
    const range = [least[index], most[index]].map((value) =>
      write(value as number, 4),
    );
    const stretch = `dimensions ${first + from} to ${first + to - 1}`;
    setText(hint, `${stretch} · ${range.join(' … ')}`);
  }

  const keep = createKeep(() => {
    if (shown === null) return null;
    const { table, row, whole, look } = shown;
    const dimension = Float64Array.from(whole, (_, i) => i);
    return {
      ...toldOf(table, `row-${row}`),
      title: `Row: ${nameRow(table.rows, row, writeCount)}`,
      numbers: async () =>
        columnsOf([
          ['dimension', dimension],
          [look.yName, whole],
        ]),
      picture: () => ({ parts: [{ lines: look }] }),
    };
  });

  /** `row` of the table is `all`; a stretch of its columns is drawn. */
  function put(
    table: Table,
    row: number,
    all: Float64Array,
    { from, count }: Span,
  ): void {
    const values = all.subarray(from, from + count);
    setText(title, `Row: ${nameRow(table.rows, row, writeCount)}`);
    const colour = lineColour(1, theme());
    const whole = values.length <= mostBars;
    const { edges, least, most } = stretchesOf(
      values,
      Math.min(values.length, mostBars),
    );
    const { low, high } = table.range;
    const look: LinesLook = {
      x: Float64Array.from(least, (_, i) => from + (edges[i] as number)),
      lines: [
        whole
          ? { label: 'value', colour, values: least, bars: true }
          : { label: 'value', colour, values: least, upTo: most },
      ],
      xName: 'dimension',
      yName: table.subject === 'values' ? 'value' : 'error',
      range: [1.05 * Math.min(low, -0.05 * high), 1.05 * high],
      // A bar stands in the middle of its column, a stretch at its beginning.
      ends: whole ? [from - 0.5, from + count - 0.5] : [from, from + count],
      edge: edge * letters(),
    };
    shown = { table, row, values, from, whole: all, look };
    chart.draw(look);
    read(null);
  }

  const element = h(
    'figure',
    { class: 'chart row-bars' },
    h('div', { class: 'chart-head' }, title, hint),
    chart.element,
    h('div', { class: 'more-of-figure' }, chart.table, keep.element),
  );
  return {
    element,
    /** Draws some columns of a row that was picked. */
    draw(table: Table, row: number, span: Span): void {
      picked = { table, row, span };
      follow();
    },
    /** Draws the row at the pointer, while there is one. */
    point(row: number | null): void {
      pointed = row;
      follow();
    },
    /** Draws everything anew at the next call: the colours have changed. */
    refresh(): void {
      drawn = '';
      chart.refresh();
    },
  };
}
