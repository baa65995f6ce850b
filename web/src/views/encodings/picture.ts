// The heat map of a table with everything that belongs to it: what is shown
// and how, the value under the cursor, the key to the colours.

import { createStrip } from '../../controls/segments.js';
import { createColorbar } from '../../plot/colorbar.js';
import { type Colormap, colormap, type Span } from '../../plot/colormap.js';
import type { Cell } from '../../plot/cursor.js';
import { drawPoster } from '../../plot/export.js';
import { type Grid, largestSize, valueAt } from '../../plot/grid.js';
import { createHeatmap } from '../../plot/heatmap.js';
import {
  speakValue,
  writeBytes,
  writeCount,
  writeSmall,
  writeValue,
} from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { createLiveLine } from '../../shell/live.js';
import { saveCanvas } from '../../shell/save.js';
import { theme } from '../../shell/theme.js';
import { columnAxis, positionOf, rowAxis } from './axes.js';
import { type EncodingsState, pools, subjects } from './state.js';
import type { Table } from './table.js';

export interface PictureEvents {
  move(cell: Cell | null): void;
  pick(cell: Cell): void;
  set(patch: Partial<EncodingsState>): void;
}

/** Symmetric about zero: 1 for values, the largest error for errors. */
function spanOf(grid: Grid, { show }: EncodingsState): Span {
  if (show === 'values') return { low: -1, high: 1 };
  const high = largestSize(grid);
  return { low: -high, high };
}

function poolNote(state: EncodingsState, crowded: boolean): string {
  if (!crowded) return 'every cell is drawn';
  return {
    mean: 'a pixel is the mean of its cells',
    minmax: 'pixels are minima and maxima in turn',
    nearest: 'a pixel is one of its cells: false waves may show',
  }[state.pool];
}

function sizeOf({ tensor }: Table): string {
  const [rows = 0, columns = 0] = tensor.shape;
  const size = `${writeCount(rows)} × ${writeCount(columns)}`;
  return `${size} · ${tensor.dtype} · ${writeBytes(tensor.data.byteLength)}`;
}

function timeOf({ ms }: Table): string {
  return `computed in ${ms < 0.1 ? 'under 0.1' : ms.toFixed(1)} ms`;
}

export function createPicture(events: PictureEvents) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const about = h('p', { class: 'numbers about' });
  const bar = createColorbar();
  const note = h('p', { class: 'pool-note' });
  const meta = h('p', { class: 'numbers meta' });
  const show = createStrip('show', subjects, (word) =>
    events.set({ show: word }),
  );
  const pool = createStrip('pooling', pools, (word) =>
    events.set({ pool: word }),
  );
  let shown: { state: EncodingsState; table: Table; span: Span } | null = null;
  let map: Colormap = colormap('diverging', theme());

  function write(value: number): string {
    return shown?.state.show === 'errors'
      ? writeSmall(value)
      : writeValue(value);
  }

  function read(cell: Cell | null): void {
    // A table without rows has no cell to read.
    if (shown === null || cell === null || shown.table.grid.rows === 0) {
      setText(reading, 'point at a cell, or use the arrow keys');
      return;
    }
    const { state, table } = shown;
    const position = positionOf(state, cell.row);
    const value = valueAt(table.grid, cell.row, cell.column);
    const what = state.show === 'errors' ? 'error' : 'value';
    const text = write(value);
    setText(
      reading,
      `position ${writeCount(position)} · dimension ${cell.column} · ${text}`,
    );
    live.say(
      `position ${position}, dimension ${cell.column}, ` +
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
    pool.enable(crowded);
    setText(note, poolNote(shown.state, crowded));
  }

  const save = h('button', { type: 'button' }, 'Save PNG');
  save.addEventListener('click', () => {
    if (shown === null) return;
    const { state, table, span } = shown;
    const poster = drawPoster({
      title: 'Sinusoidal position encoding',
      caption: [
        sizeOf(table),
        `base ${state.base}`,
        state.layout,
        state.precision,
      ].join(' · '),
      grid: table.grid,
      pool: state.pool,
      rows: rowAxis(state, table.grid.rows),
      columns: columnAxis(table.grid.columns),
      map,
      span,
      write,
    });
    saveCanvas(poster, `sinusoidal-${state.length}x${state.dim}.png`);
  });

  const caption = h('figcaption', {}, reading, live.element, bar.element);
  const tools = h('div', { class: 'tools' }, show.element, pool.element);
  read(null);

  return {
    element: h(
      'figure',
      { class: 'plate' },
      meta,
      tools,
      heatmap.element,
      caption,
      h('div', { class: 'plate-foot' }, about, note),
    ),
    save,
    about,
    columns: heatmap.columns,
    draw(state: EncodingsState, table: Table): void {
      const span = spanOf(table.grid, state);
      shown = { state, table, span };
      map = colormap('diverging', theme());
      const { grid } = table;
      heatmap.draw({
        grid,
        map,
        span,
        pool: state.pool,
        rows: rowAxis(state, grid.rows),
        columns: columnAxis(grid.columns),
        label:
          `Sinusoidal table, ${grid.rows} positions ` +
          `by ${grid.columns} dimensions`,
      });
      setText(meta, `${sizeOf(table)} · ${timeOf(table)}`);
      bar.draw(map, span, write);
      show.set(state.show);
      pool.set(state.pool);
      describePool();
    },
  };
}
