// The map of the chosen head: the bias of every pair of positions.

import { countAxis } from '../../figures/axes.js';
import { signed, spanned } from '../../figures/scale.js';
import { createColorbar } from '../../plot/colorbar.js';
import { colormap } from '../../plot/colormap.js';
import type { Cell } from '../../plot/cursor.js';
import { valueAt } from '../../plot/grid.js';
import { createHeatmap } from '../../plot/heatmap.js';
import { createKeep } from '../../plot/keep/keep.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import { createDataTable } from '../../shell/data-table.js';
import { h, setText } from '../../shell/dom.js';
import { createLiveLine } from '../../shell/live.js';
import { theme } from '../../shell/theme.js';
import type { HeadMap } from './curves.js';
import { toldOf } from './kept.js';
import { effectOf, isGrid } from './methods.js';
import type { BiasState } from './state.js';
import { mapWords, readCell } from './words.js';

interface Drawn {
  readonly state: BiasState;
  readonly map: HeadMap;
  readonly head: number;
}

/** How a map is drawn: on both sides of zero where it adds and takes. */
function lookOf({ state, map: { grid, first } }: Drawn) {
  const scale = effectOf(state.spec) === 'factor' ? spanned : signed;
  const { kind, range } = scale([grid]);
  const axis = (name: string) => (pixels: number) => {
    const look = countAxis(name, { from: 0, count: grid.rows })(pixels);
    return {
      ...look,
      marks: look.marks.map(({ cell }) => ({
        ...{ cell, label: writeCount(first + cell) },
      })),
    };
  };
  return {
    ...{ grid, range, map: colormap(kind, theme()), pool: 'nearest' as const },
    ...{ rows: axis('query'), columns: axis('key') },
  };
}

const writeBias = (value: number): string => writeValue(value, 3);

export function createHeadMap(choose: (distance: number) => void) {
  const title = h('h3');
  const words = h('p', { class: 'hint' });
  const reading = h('p', { class: 'numbers reading' });
  const live = createLiveLine();
  const bar = createColorbar();
  let drawn: Drawn | null = null;
  const heatmap = createHeatmap({
    move: read,
    pick({ row, column }) {
      if (drawn !== null && !isGrid(drawn.state.spec)) choose(column - row);
    },
  });

  /** A cell in words, or what the map shows. */
  function read(cell: Cell | null): void {
    if (drawn === null) return;
    const { state, map, head } = drawn;
    if (cell === null) {
      setText(reading, 'point at a pair of positions');
      return;
    }
    const bias = valueAt(map.grid, cell.row, cell.column);
    const [query, key] = [map.first + cell.row, map.first + cell.column];
    const text = readCell(state.spec, { query, key, bias, head });
    setText(reading, text);
    live.say(text);
  }

  const titleOf = ({ head }: Drawn) => `The map of head ${head}`;
  const table = createDataTable(() => {
    if (drawn === null) return null;
    const { grid, first } = drawn.map;
    const place = (index: number): [row: number, column: number] => [
      Math.floor(index / grid.columns),
      index % grid.columns,
    ];
    return {
      caption: titleOf(drawn),
      ...{ heads: ['query', 'key'], columns: ['bias'] },
      count: grid.rows * grid.columns,
      row(index) {
        const [row, column] = place(index);
        return [
          ...[row, column].map((one) => writeCount(first + one)),
          writeValue(valueAt(grid, row, column), 5),
        ];
      },
    };
  });
  const keep = createKeep(() => {
    if (drawn === null) return null;
    const own = drawn;
    const { grid } = own.map;
    return {
      ...toldOf(own.state, `map-${own.head}`, titleOf(own)),
      title: titleOf(own),
      numbers: async () => ({
        ...{ data: grid.values, dtype: 'float64' },
        shape: [grid.rows, grid.columns],
      }),
      picture: () => ({
        parts: [{ map: { ...lookOf(own), write: writeBias } }],
      }),
    };
  });

  return {
    element: h(
      'figure',
      { class: 'chart head-map', 'data-map': 'head' },
      h('div', { class: 'chart-head' }, title, words),
      heatmap.element,
      h('figcaption', {}, reading, live.element, bar.element),
      h('div', { class: 'more-of-figure' }, table.element, keep.element),
    ),
    draw(state: BiasState, map: HeadMap, head: number): void {
      const again = drawn !== null && drawn.map === map && drawn.head === head;
      drawn = { state, map, head };
      if (again) return;
      setText(title, titleOf(drawn));
      setText(words, mapWords(state.spec));
      const look = lookOf(drawn);
      heatmap.draw({
        ...look,
        label: `${titleOf(drawn)}, queries down, keys across`,
      });
      bar.draw(look.map, look.range, writeBias);
      read(null);
      table.refresh();
    },
    /** Draws again, in the new colours of the page. */
    refresh(): void {
      drawn = null;
    },
  };
}
