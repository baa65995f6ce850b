// The dot products, or the cosines, of all pairs of rows as a heat map.

import './figures.css';
import { createStrip } from '../controls/segments.js';
import { nameRow } from '../methods/rows.js';
import { createColorbar } from '../plot/colorbar.js';
import { type Colormap, type ColourRange, colormap } from '../plot/colormap.js';
import { allOf } from '../plot/crop.js';
import type { Cell } from '../plot/cursor.js';
import { type Grid, valueAt } from '../plot/grid.js';
import { tabulateWhole } from '../plot/grid-table.js';
import { createHeatmap } from '../plot/heatmap.js';
import { dtypeOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import { speakValue, writeCount, writeValue } from '../plot/ticks.js';
import { createDataTable } from '../shell/data-table.js';
import { h, setText } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { theme } from '../shell/theme.js';
import { rowAxis } from './axes.js';
import { rangeOf } from './colour-range.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';
import type { PartNote } from './part.js';
import { spanned } from './scale.js';

/** Without negative products, colours begin at the least: all may be large. */
function coloursOf(gram: Grid): ColourRange {
  const range = rangeOf(gram);
  return range.low < 0 || range.clipped ? range : spanned([gram]).range;
}

const measures = ['dot product', 'cosine'] as const;

/** What it means for a model. */
const meaning =
  'Attention compares positions by products like these. Where the ' +
  'diagonal alone is strong, a position is told from all others; where ' +
  'bands repeat, far positions look alike.';

interface Shown {
  readonly table: Table;
  readonly gram: Grid;
  readonly part: PartNote;
  readonly measure: string;
  readonly map: Colormap;
}

/** A value of the key to the colours. */
const write = (value: number) => writeValue(value, 4);

export function createGramFigure(
  tables: Tables,
  set: (cosine: boolean) => void,
) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const note = h('p', { class: 'hint' });
  const bar = createColorbar();
  const strip = createStrip('measure', measures, (word) =>
    set(word === 'cosine'),
  );
  let shown: Shown | null = null;

  function lookOf({ gram, part, map }: Shown) {
    return {
      grid: tables.remoteGrid(gram),
      ...{ map, range: coloursOf(gram), pool: 'mean' as const },
      rows: rowAxis(part.rows, allOf(gram.rows)),
      columns: rowAxis(part.rows, allOf(gram.columns)),
    };
  }

  const keep = createKeep(() => {
    if (shown === null) return null;
    const { table, gram, measure } = shown;
    const look = lookOf(shown);
    return {
      ...toldOf(table, measure.replace(' ', '-')),
      title: `Similarity of positions: ${measure}`,
      numbers: async () => ({
        ...{ data: gram.values, shape: [gram.rows, gram.columns] },
        dtype: dtypeOf(gram.values),
      }),
      picture: () => ({ parts: [{ map: { ...look, write } }] }),
    };
  });

  const data = createDataTable(() => {
    if (shown === null) return null;
    const { gram, part, measure } = shown;
    const name = (row: number) => nameRow(part.rows, row, writeCount);
    return tabulateWhole(gram, {
      ...{ caption: `${measure} of all pairs of rows`, corner: 'row' },
      ...{ rowName: name, columnName: name, write: writeValue },
    });
  });

  function read(cell: Cell | null): void {
    if (shown === null || cell === null || shown.gram.rows === 0) {
      setText(reading, 'point at a pair of rows');
      return;
    }
    const { gram, part, measure } = shown;
    const value = valueAt(gram, cell.row, cell.column);
    const [a, b] = [cell.row, cell.column].map((row) =>
      nameRow(part.rows, row, writeCount),
    );
    setText(reading, `${a} · ${b} · ${writeValue(value)}`);
    live.say(`${a} and ${b}, ${measure} ${speakValue(value)}`);
  }

  const heatmap = createHeatmap({ move: read });
  read(null);

  return {
    element: h(
      'figure',
      { class: 'study gram', 'data-study': 'gram' },
      h(
        'div',
        { class: 'chart-head' },
        h('h3', {}, 'Similarity of positions'),
        note,
      ),
      h('p', { class: 'means' }, meaning),
      strip.element,
      heatmap.element,
      h('figcaption', {}, reading, live.element, bar.element),
      data.element,
      keep.element,
    ),
    draw(
      table: Table,
      gram: Grid,
      part: PartNote & { readonly cosine: boolean },
    ): void {
      const measure = measures[part.cosine ? 1 : 0];
      const range = coloursOf(gram);
      const map = colormap(range.low < 0 ? 'diverging' : 'sequential', theme());
      shown = { table, gram, part, measure, map };
      heatmap.draw({
        ...lookOf(shown),
        label: `${measure} of all pairs of ${gram.rows} rows`,
      });
      bar.draw(map, range, write);
      strip.set(measure);
      setText(note, part.note);
      data.refresh();
    },
  };
}
