// How alike one patch of a grid is to all others by a table that a worker holds:
// what a model for images can tell of places from the table alone.

import './figures.css';
import { createNewest } from '../engine/newest.js';
import { cellCount } from '../methods/rows.js';
import { h } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import type { Table, Tables } from './desk/tables.js';
import { toldOf } from './kept.js';
import { createPatchMap } from './patch-map.js';
import { middlePatch } from './patch-words.js';

export interface PatchEvents {
  /** The reader chose the patch of a row of the table. */
  choose(row: number): void;
  /** A worker failed. */
  failed(error: unknown): void;
}

/** What it means for a model. */
const meaning =
  'The cosine of a patch’s row with the row of each other patch. Where near ' +
  'patches are alike and far ones are not, a model can tell what lies beside ' +
  'what.';

export function createPatchFigure(tables: Tables, events: PatchEvents) {
  const map = createPatchMap(events.choose);
  const work = createNewest('picture');
  let asked = '';
  const element = h(
    'figure',
    { class: 'study image patch', 'data-study': 'patch', hidden: true },
    h('div', { class: 'chart-head' }, h('h3', {}, 'Similarity to one patch')),
    ...[map.words, map.heatmap.element],
    h('figcaption', {}, map.reading, map.live, map.bar.element),
    h('p', { class: 'means' }, meaning),
    ...[map.data, map.keep],
  );

  return {
    element,
    /** Draws the patch of a row; the middle one for a row of no patch. */
    draw(table: Table, chosen: number | undefined): void {
      const { rows, held } = table;
      const count = cellCount(rows.grid);
      element.hidden = rows.grid.length < 2 || count === 0;
      if (element.hidden) return;
      const there =
        chosen !== undefined &&
        chosen >= rows.extra &&
        chosen < rows.extra + count;
      const row = there ? chosen : middlePatch(rows);
      const now = `${held} ${row} ${theme()}`;
      if (now === asked) return;
      asked = now;
      work.want(async (signal) => {
        try {
          const alike = await tables.ask(table, 'alike', { row }, signal);
          const measure = 'cosine';
          map.draw({ rows, row, alike, measure, told: toldOf(table) });
        } catch (error) {
          if (!signal.aborted) events.failed(error);
        }
      });
    },
  };
}
