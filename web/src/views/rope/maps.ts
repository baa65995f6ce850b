// Two heat maps with one cursor: what attention gives in one way, and by how
// much it differs from something else. Tabs choose the way.

import { createTabs } from '../../controls/tabs.js';
import { centred, extentOf, spanned } from '../../figures/scale.js';
import { wordAxis } from '../../figures/words/word-axis.js';
import { createColorbar } from '../../plot/colorbar.js';
import { colormap } from '../../plot/colormap.js';
import type { Cell } from '../../plot/cursor.js';
import { createHeatmap, type HeatmapLook } from '../../plot/heatmap.js';
import { createKeep } from '../../plot/keep/keep.js';
import { writeValue } from '../../plot/ticks.js';
import { createDataTable, type TableText } from '../../shell/data-table.js';
import { h, setText } from '../../shell/dom.js';
import { createLiveLine } from '../../shell/live.js';
import { theme } from '../../shell/theme.js';
import { toldOf } from './kept.js';
import { wayNames } from './live-words.js';
import {
  cellValues,
  cellWords,
  differenceCaption,
  otherNames,
  speakCell,
  subjectNames,
} from './map-words.js';
import { createPick } from './pick.js';
import { differenceOf, type Sentence } from './sentence.js';
import { type RopeState, ways } from './state.js';

const pointing =
  'Point at two words, or use the arrow keys; choose a cell to see its arrows.';

/** A value of the key to the colours. */
const write = (value: number) => writeValue(value, 3);

/** Changes below this part of the span of the numbers have the colour of 0. */
const faint = 2 ** -10;

type Setter = (patch: Partial<RopeState>) => void;

/** `pick` is called with the cell that the reader chose. */
export function createMaps(set: Setter, pick: (cell: Cell) => void) {
  const live = createLiveLine();
  const pair = h('p', { class: 'numbers reading' });
  const caption = h('p', { class: 'hint' });
  const tabs = createTabs('How positions come to the scores', wayNames, (way) =>
    set({ way }),
  );
  const subject = createPick('Show', subjectNames, (subject) =>
    set({ subject }),
  );
  const other = createPick('Compare with', otherNames, (other) =>
    set({ other }),
  );
  /** Where the cursor is. */
  let cell: Cell | null = null;
  let shown: { sentence: Sentence; state: RopeState } | null = null;

  function createMap(title: HTMLElement) {
    const value = h('output', { class: 'numbers' });
    const bar = createColorbar();
    const heatmap = createHeatmap({ move, pick }, 'words');
    const element = h(
      'figure',
      { class: 'map' },
      h('figcaption', {}, title, value),
      heatmap.element,
      bar.element,
    );
    return { heatmap, value, bar, element };
  }

  const title = h('span');
  const map = createMap(title);
  const difference = createMap(h('span', {}, 'Difference'));
  difference.element.dataset.map = 'difference';
  const table = createDataTable(tabulate);
  /** What the two maps are drawn with. */
  let drawn: Record<'look' | 'changed', Omit<HeatmapLook, 'label'>> | null =
    null;
  const keep = createKeep(() => {
    if (shown === null || drawn === null) return null;
    const { sentence, state } = shown;
    const { values, rows, columns } = sentence[state.way][state.subject];
    const what = `${subjectNames[state.subject]}, ${wayNames[state.way]}`;
    const { look, changed } = drawn;
    const against = `Difference from ${otherNames[state.other]}`;
    return {
      ...toldOf(state.spec, state.subject, sentence.words.join(' ')),
      title: what,
      numbers: async () => ({
        ...{ data: Float32Array.from(values), dtype: 'float32' },
        ...{ shape: [rows, columns], names: sentence.words },
      }),
      picture: () => ({
        parts: [
          { map: { ...look, write, title: what } },
          { map: { ...changed, write, title: against } },
        ],
        columns: 2,
      }),
    };
  });

  function move(next: Cell | null): void {
    for (const { heatmap } of [map, difference]) heatmap.cursor.show(next);
    cell = next;
    read();
    if (shown === null || cell === null) return;
    live.say(speakCell(shown.sentence, shown.state, cell));
  }

  function read(): void {
    const inside = cell && cell.row < (shown?.sentence.words.length ?? 0);
    if (shown === null || cell === null || !inside) {
      setText(pair, pointing);
      setText(map.value, '');
      setText(difference.value, '');
      return;
    }
    const { sentence, state } = shown;
    const values = cellValues(sentence, state, cell);
    setText(pair, cellWords(cell, sentence.words, state.start));
    setText(map.value, values.value);
    setText(difference.value, values.difference);
  }

  /** The table: the subject that is shown, of all pairs of words. */
  function tabulate(): TableText | null {
    if (shown === null) return null;
    const { sentence, state } = shown;
    const { words } = sentence;
    const { values, columns } = sentence[state.way][state.subject];
    const names = words.map((word, i) => `${word}, ${state.start + i}`);
    return {
      caption: `${subjectNames[state.subject]}, ${wayNames[state.way]}`,
      heads: ['query \\ key'],
      columns: names,
      count: words.length,
      row: (i) => [
        names[i] as string,
        ...words.map((_, j) =>
          writeValue(values[i * columns + j] as number, 4),
        ),
      ],
    };
  }

  tabs.panel.append(
    h('div', { class: 'maps-choices' }, subject.element, other.element),
    h('div', { class: 'maps' }, map.element, difference.element),
    caption,
    pair,
    table.element,
    keep.element,
    live.element,
  );
  read();
  return {
    element: tabs.element,
    draw(sentence: Sentence, state: RopeState): void {
      const { way, subject: what, other: against } = state;
      shown = { sentence, state };
      read();
      tabs.set(way);
      subject.set(what);
      other.set(against);
      setText(title, subjectNames[what]);
      setText(caption, differenceCaption(state, sentence));
      map.element.dataset.map = `${way}-${what}`;
      const axes = {
        rows: wordAxis('query', sentence.words),
        columns: wordAxis('key', sentence.words),
      };
      const grid = sentence[way][what];
      // The same scale with and without RoPE, so that equal colours are equal.
      // Scores with a table change with the position, and so would the scale.
      const scaled = way === 'added' ? ways : (['rotary', 'plain'] as const);
      const all = scaled.map((one) => sentence[one][what]);
      const { kind, range } = spanned(all);
      const colours = colormap(kind, theme());
      map.bar.draw(colours, range, write);
      const look = {
        ...axes,
        ...{ grid, range, map: colours, pool: 'nearest' as const },
      };
      map.heatmap.draw({
        ...look,
        label: `${what} ${wayNames[way]}, queries down, keys across`,
      });
      const changes = differenceOf(sentence, way, what, against);
      const extent = extentOf(all) ?? { low: 0, high: 0 };
      // Rounding alone has no colour.
      const least = faint * (extent.high - extent.low);
      const { kind: divided, range: span } = centred([changes], least);
      const diverging = colormap(divided, theme());
      difference.bar.draw(diverging, span, write);
      const changed = {
        ...axes,
        ...{ grid: changes, range: span, map: diverging },
        pool: 'nearest' as const,
      };
      drawn = { look, changed };
      difference.heatmap.draw({
        ...changed,
        label: `difference from ${otherNames[against]}, queries down, keys across`,
      });
      table.refresh();
    },
  };
}
