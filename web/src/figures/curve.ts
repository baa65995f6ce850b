// The products of pairs of rows by their distance.

import './figures.css';
import { columnsOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import { createLegendEntry } from '../plot/legend.js';
import { createLines } from '../plot/lines.js';
import type { LinesLook } from '../plot/lines-look.js';
import { lineColour } from '../plot/palette.js';
import { writeCount, writeValue } from '../plot/ticks.js';
import { cssColour, h, setText } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import type { Curve } from './analysis.js';
import type { Table } from './desk/tables.js';
import { toldOf } from './kept.js';
import type { PartNote } from './part.js';

/** What it means for a model. */
const meaning =
  'Where the band is thin, the product depends on distance alone, and ' +
  'what a model learns of a distance holds everywhere; where it is ' +
  'wide, each place is another case.';

export function createCurveFigure() {
  const lines = createLines('Mean, least and most over the distance', read);
  const legend = h('p', { class: 'legend' });
  const hint = h('p', { class: 'hint numbers' });
  const sample = h('p', { class: 'hint' });
  let shown: {
    table: Table;
    curve: Curve;
    distances: Float64Array;
    look: LinesLook;
  } | null = null;
  let entries: readonly { show(text: string): void }[] = [];

  function read(index: number | null): void {
    if (shown === null) return;
    const { curve, distances } = shown;
    [curve.mean, curve.min, curve.max].forEach((values, i) => {
      const value = index === null ? undefined : values[index];
      entries[i]?.show(value === undefined ? '' : writeValue(value, 4));
    });
    const distance = index === null ? undefined : distances[index];
    setText(
      hint,
      distance === undefined
        ? 'thin band: only distance matters'
        : `at distance ${writeCount(distance)}`,
    );
  }

  const keep = createKeep(() => {
    if (shown === null) return null;
    const { table, curve, distances, look } = shown;
    const { mean, min: least, max: most } = curve;
    return {
      ...toldOf(table, 'similarity-by-distance'),
      title: 'Similarity by distance',
      numbers: async () =>
        columnsOf([
          [look.xName, distances],
          ...([
            ['mean', mean],
            ['least', least],
            ['most', most],
          ] as const),
        ]),
      picture: () => ({ parts: [{ lines: look }] }),
    };
  });

  return {
    element: h(
      'figure',
      { class: 'study', 'data-study': 'curve' },
      h(
        'div',
        { class: 'chart-head' },
        h('h3', {}, 'Similarity by distance'),
        sample,
        legend,
      ),
      h('p', { class: 'means' }, meaning),
      hint,
      lines.element,
      lines.table,
      keep.element,
    ),
    draw(
      table: Table,
      curve: Curve,
      { rows, note, measure }: PartNote & { readonly measure: string },
    ): void {
      setText(sample, note);
      const step = Math.abs(rows.step) || 1;
      const distances = Float64Array.from(curve.mean, (_, i) => i * step);
      const colour = lineColour(0, theme());
      const faint = cssColour('--rule');
      const ends = cssColour('--ink-soft');
      const made = [
        { label: 'mean', colour },
        { label: 'least', colour: ends },
        { label: 'most', colour: ends },
      ].map(createLegendEntry);
      legend.replaceChildren(...made.flatMap(({ parts }) => parts));
      entries = made;
      const look: LinesLook = {
        x: distances,
        lines: [
          { label: 'most', colour: ends, values: curve.max, width: 0.75 },
          { label: 'least', colour: ends, values: curve.min, width: 0.75 },
          { label: 'mean', colour, values: curve.mean, width: 2 },
        ],
        band: faint,
        xName: rows.grid.length > 0 ? 'distance in rows' : 'distance',
        yName: measure,
      };
      shown = { table, curve, distances, look };
      lines.draw(look);
      read(null);
    },
    refresh: lines.refresh,
  };
}
