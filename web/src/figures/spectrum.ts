// The power of each column by frequency as a heat map.

import './figures.css';
import { createColorbar } from '../plot/colorbar.js';
import { colormap } from '../plot/colormap.js';
import { allOf } from '../plot/crop.js';
import type { Cell } from '../plot/cursor.js';
import { type Grid, valueAt } from '../plot/grid.js';
import { tabulateWhole } from '../plot/grid-table.js';
import { createHeatmap } from '../plot/heatmap.js';
import { dtypeOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import { speakValue, writeValue } from '../plot/ticks.js';
import { createDataTable } from '../shell/data-table.js';
import { h, setText } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { theme } from '../shell/theme.js';
import type { Waves } from './analysis.js';
import { columnAxis } from './axes.js';
import { rangeOf } from './colour-range.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';
import {
  type LogSpectrum,
  logSpectrum,
  periodAxis,
  wavesOf,
} from './log-spectrum.js';
import type { PartNote } from './part.js';

/** What it means for a model. */
const meaning =
  'A bright spot is a wave of that column; its period is the number of rows ' +
  'after which it comes again. Short periods tell neighbours apart, long ones ' +
  'tell far positions apart.';

/** A value of the key to the colours. */
const write = (value: number) => `${writeValue(100 * value, 3)} %`;

export function createSpectrumFigure(tables: Tables) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const note = h('p', { class: 'hint' });
  const bar = createColorbar();
  let shown: { power: Grid; bands: LogSpectrum } | null = null;
  let drawn: Table | null = null;

  const lookOf = (bands: LogSpectrum) => ({
    grid: tables.remoteGrid(bands),
    ...{ range: rangeOf(bands), pool: 'mean' as const },
    map: colormap('sequential', theme()),
    rows: periodAxis(bands),
    columns: columnAxis(allOf(bands.columns)),
  });

  const keep = createKeep(() => {
    if (shown === null || drawn === null) return null;
    const { values, rows, columns } = shown.power;
    const look = lookOf(shown.bands);
    return {
      ...toldOf(drawn, 'spectrum'),
      title: 'Spectrum: the part of the power of each column by frequency',
      numbers: async () => ({
        ...{ data: values, shape: [rows, columns], dtype: dtypeOf(values) },
      }),
      picture: () => ({ parts: [{ map: { ...look, write } }] }),
    };
  });

  /** The longest and the shortest wave of a band in words; one where both agree. */
  function periodsOf(bands: LogSpectrum, row: number): string {
    const [longest, shortest] = wavesOf(bands, row);
    const ends = longest === shortest ? [longest] : [longest, shortest];
    return ends.map((period) => writeValue(period, 3)).join(' to ');
  }

  const data = createDataTable(() => {
    if (shown === null) return null;
    const { bands } = shown;
    return tabulateWhole(bands, {
      ...{
        caption: 'Power of each column by period',
        corner: 'period in rows',
      },
      rowName: (row) => periodsOf(bands, row),
      columnName: (column) => `dimension ${column}`,
      write,
    });
  });

  function read(cell: Cell | null): void {
    if (shown === null || cell === null || shown.bands.rows === 0) {
      setText(reading, 'point at a period of a column');
      return;
    }
    const { bands } = shown;
    const share = 100 * valueAt(bands, cell.row, cell.column);
    const periods = periodsOf(bands, cell.row);
    setText(
      reading,
      `dimension ${cell.column} · period of ${periods} rows · ` +
        `${writeValue(share, 3)} % of its power`,
    );
    live.say(
      `dimension ${cell.column}, period of ${periods} rows, ` +
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
      data.element,
      keep.element,
    ),
    draw(table: Table, { power }: Waves, part: PartNote): void {
      const bands = logSpectrum(power);
      shown = { power, bands };
      drawn = table;
      const look = lookOf(bands);
      heatmap.draw({
        ...look,
        label: `power of ${power.columns} columns by period`,
      });
      bar.draw(look.map, look.range, write);
      setText(note, part.note);
      data.refresh();
    },
  };
}
