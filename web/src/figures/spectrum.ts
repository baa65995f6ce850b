// The power of each column by frequency as a heat map.

import './figures.css';
import { createColorbar } from '../plot/colorbar.js';
import { colormap } from '../plot/colormap.js';
import { allOf } from '../plot/crop.js';
import type { Cell } from '../plot/cursor.js';
import { type Grid, valueAt } from '../plot/grid.js';
import { createHeatmap } from '../plot/heatmap.js';
import { dtypeOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import { speakValue, writeValue } from '../plot/ticks.js';
import { h, setText } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { theme } from '../shell/theme.js';
import type { Waves } from './analysis.js';
import { columnAxis } from './axes.js';
import { rangeOf } from './colour-range.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';
import type { PartNote } from './part.js';

/** Marks at round frequencies, in cycles per row. */
function frequencyAxis(bins: number) {
  return (pixels: number) => {
    const marks = [0, 0.1, 0.2, 0.3, 0.4, 0.5]
      .filter((_, i) => pixels > 180 || i % 5 === 0)
      .map((cycles) => ({
        cell: Math.round(cycles * 2 * (bins - 1)),
        label: String(cycles),
      }));
    return { name: 'cycles per row', cells: bins, marks };
  };
}

/** What it means for a model. */
const meaning =
  'A bright spot is a wave of that column. Fast waves tell neighbours ' +
  'apart, slow ones tell far positions apart.';

/** A value of the key to the colours. */
const write = (value: number) => `${writeValue(100 * value, 3)} %`;

export function createSpectrumFigure(tables: Tables) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const note = h('p', { class: 'hint' });
  const bar = createColorbar();
  let shown: Grid | null = null;
  let drawn: Table | null = null;

  const lookOf = (power: Grid) => ({
    grid: tables.remoteGrid(power),
    ...{ range: rangeOf(power), pool: 'mean' as const },
    map: colormap('sequential', theme()),
    rows: frequencyAxis(power.rows),
    columns: columnAxis(allOf(power.columns)),
  });

  const keep = createKeep(() => {
    if (shown === null || drawn === null) return null;
    const { values, rows, columns } = shown;
    const look = lookOf(shown);
    return {
      ...toldOf(drawn, 'spectrum'),
      title: 'Spectrum: the part of the power of each column by frequency',
      numbers: async () => ({
        ...{ data: values, shape: [rows, columns], dtype: dtypeOf(values) },
      }),
      picture: () => ({ parts: [{ map: { ...look, write } }] }),
    };
  });

  function read(cell: Cell | null): void {
    if (shown === null || cell === null || shown.rows === 0) {
      setText(reading, 'point at a frequency of a column');
      return;
    }
    const share = 100 * valueAt(shown, cell.row, cell.column);
    const cycles = cell.row / (2 * (shown.rows - 1));
    const percent = writeValue(share, 3);
    setText(
      reading,
      `dimension ${cell.column} · ${writeValue(cycles, 4)} cycles per row · ` +
        `${percent} % of its power`,
    );
    live.say(
      `dimension ${cell.column}, ${speakValue(cycles, 4)} cycles per row, ` +
        `${speakValue(share, 3)} percent`,
    );
  }

  const heatmap = createHeatmap({ move: read });
  read(null);

  return {
    element: h(
      'figure',
      { class: 'study', 'data-study': 'spectrum' },
      h('div', { class: 'chart-head' }, h('h3', {}, 'Spectrum'), note),
      h('p', { class: 'means' }, meaning),
      heatmap.element,
      h('figcaption', {}, reading, live.element, bar.element),
      keep.element,
    ),
    draw(table: Table, { power }: Waves, part: PartNote): void {
      shown = power;
      drawn = table;
      const look = lookOf(power);
      heatmap.draw({
        ...look,
        label: `power of ${power.columns} columns by frequency`,
      });
      bar.draw(look.map, look.range, write);
      setText(note, part.note);
    },
  };
}
