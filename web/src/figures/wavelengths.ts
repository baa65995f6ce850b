// The length of each column's wave: a dot for each column that is a wave, or
// repeats, and makes a whole cycle in the rows that were analysed. The line
// below says how many columns have no dot, and why.

import './figures.css';
import { columnsOf } from '../plot/keep/columns.js';
import { createKeep } from '../plot/keep/keep.js';
import { createLines } from '../plot/lines.js';
import type { LinesLook } from '../plot/lines-look.js';
import { lineColour } from '../plot/palette.js';
import { h, setText } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import type { Waves } from './analysis.js';
import { limitsOf, roundUp } from './colour-range.js';
import type { Table } from './desk/tables.js';
import { toldOf } from './kept.js';
import type { PartNote } from './part.js';
import { describeGaps, describeWave, wholeCycles } from './waves.js';

/** What it means for a model. */
const meaning =
  'A wave has the same value again after its length, so that only the ' +
  'long ones tell far positions apart.';

export function createWavelengthFigure() {
  const lines = createLines('Wavelength of each column', read);
  const hint = h('p', { class: 'hint numbers' });
  const note = h('p', { class: 'hint' });
  const gaps = h('p', { class: 'hint numbers gaps' });
  let shown: Waves | null = null;
  let drawn: { readonly table: Table; readonly look: LinesLook } | null = null;

  function read(column: number | null): void {
    const length = column === null ? undefined : shown?.lengths[column];
    if (shown === null || column === null || length === undefined) {
      setText(hint, lines.element.hidden ? '' : 'in rows, by column');
      return;
    }
    const { exact, rows } = shown;
    const wave = { length, exact: exact[column] ?? false, rows };
    setText(hint, `column ${column}: ${describeWave(wave)}`);
  }

  const keep = createKeep(() => {
    if (shown === null || drawn === null) return null;
    const { table, look } = drawn;
    const { lengths } = shown;
    return {
      ...toldOf(table, 'wavelengths'),
      title: 'Wavelength of each column',
      numbers: async () =>
        columnsOf([
          ['dimension', look.x],
          ['wavelength in rows', lengths],
        ]),
      picture: () => ({ parts: [{ lines: look }] }),
    };
  });

  return {
    element: h(
      'figure',
      { class: 'study', 'data-study': 'wavelengths' },
      h(
        'div',
        { class: 'chart-head' },
        h('h3', {}, 'Wavelength of each column'),
        note,
        hint,
      ),
      h('p', { class: 'means' }, meaning),
      lines.element,
      lines.table,
      gaps,
      keep.element,
    ),
    draw(table: Table, waves: Waves, part: PartNote): void {
      shown = waves;
      const values = wholeCycles(waves);
      const { high } = limitsOf(values);
      // Without any dot the chart is hidden; the line below says why.
      lines.element.hidden = values.every(Number.isNaN);
      const look: LinesLook = {
        x: Float64Array.from(values, (_, column) => column),
        lines: [
          {
            label: 'wavelength',
            colour: lineColour(0, theme()),
            values,
            dots: true,
          },
        ],
        xName: 'dimension',
        yName: 'rows',
        logarithmic: true,
        range: [1, Math.max(10, roundUp(high))],
      };
      drawn = { table, look };
      lines.draw(look);
      setText(note, part.note);
      setText(gaps, describeGaps(waves));
      read(null);
    },
    refresh: lines.refresh,
  };
}
