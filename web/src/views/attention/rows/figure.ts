// A map of the rows that pairs of positions read, with controls of the scheme
// that chooses them.

import './rows.css';
import { createGroup } from '../../../controls/group.js';
import { countAxis } from '../../../figures/axes.js';
import type { Indices } from '../../../figures/rows/indices.js';
import { operations } from '../../../methods/described/operations.js';
import { docOf } from '../../../methods/late.js';
import { rangeIn } from '../../../methods/reach.js';
import { createColorbar } from '../../../plot/colorbar.js';
import { colormap } from '../../../plot/colormap.js';
import { allOf } from '../../../plot/crop.js';
import type { Cell } from '../../../plot/cursor.js';
import { type Grid, largestSize, valueAt } from '../../../plot/grid.js';
import { createHeatmap } from '../../../plot/heatmap.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { writeCount } from '../../../plot/ticks.js';
import { createDataTable } from '../../../shell/data-table.js';
import { h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { createLiveLine } from '../../../shell/live.js';
import { theme } from '../../../shell/theme.js';
import { isRecord } from '../../../state/spec.js';
import {
  type AttentionState,
  pageParameters,
  pageWords,
} from '../state/state.js';

const method = operations.relativeIndices;

type Shown = Pick<AttentionState, 'scheme' | 'size'>;

export function createIndicesFigure(set: (patch: Partial<Shown>) => void) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const distinct = h('span', { class: 'numbers', 'data-number': 'rows' });
  const pairs = h('span', { class: 'numbers', 'data-number': 'pairs' });
  const bar = createColorbar();
  const heatmap = createHeatmap({ move: read });
  let shown: Indices | null = null;
  const table = createDataTable(() => {
    if (shown === null) return null;
    const { grid } = shown;
    return {
      caption: 'The row of the table that each pair of positions reads',
      ...{ heads: ['query', 'key'], columns: ['distance', 'row'] },
      count: grid.rows * grid.columns,
      row(index) {
        const [query, key] = [
          Math.floor(index / grid.columns),
          index % grid.columns,
        ];
        const row = valueAt(grid, query, key);
        return [
          ...[query, key, key - query].map(writeCount),
          Number.isNaN(row) ? 'none' : writeCount(row),
        ];
      },
    };
  });
  const keep = createKeep(() => {
    if (shown === null) return null;
    const { grid, scheme } = shown;
    return {
      name: `relative-rows-${grid.rows}x${grid.columns}`,
      title: 'The row of a learned table that a pair of positions reads',
      caption: `${writeCount(grid.rows)} positions · ${JSON.stringify(scheme)}`,
      spec: { scheme, queries: grid.rows },
      numbers: async () => ({
        ...{ data: grid.values, shape: [grid.rows, grid.columns] },
        dtype: 'float64',
      }),
      picture: () => ({
        parts: [{ map: { ...lookOf(grid), write: writeRow } }],
      }),
    };
  });
  const group = createGroup({
    parameters: { scheme: method.parameters.scheme, size: pageParameters.size },
    names: ['scheme', 'size'],
    words: pageWords,
    docOf,
    range: (path, parameter) =>
      path === 'size'
        ? { low: 2, high: 256, spacing: 'octaves', integer: true }
        : rangeIn(method, path, parameter),
    onInput(name, value) {
      if (name === 'size')
        set({ size: value === undefined ? Number.NaN : Number(value) });
      else if (value !== undefined && isRecord(value)) set({ scheme: value });
    },
  });

  function read(cell: Cell | null): void {
    if (shown === null || cell === null) {
      setText(reading, 'point at a pair of positions');
      return;
    }
    const { row: query, column: key } = cell;
    const value = valueAt(shown.grid, query, key);
    const row = Number.isNaN(value) ? 'no row' : `row ${value}`;
    setText(
      reading,
      `query ${writeCount(query)} · key ${writeCount(key)} · distance ` +
        `${writeCount(key - query)} · ${row}`,
    );
    live.say(`query ${query}, key ${key}, distance ${key - query}, ${row}`);
  }

  read(null);
  return {
    element: h(
      'figure',
      { class: 'chart indices', 'data-map': 'rows' },
      h(
        'div',
        { class: 'chart-head' },
        h(
          'h3',
          {},
          'The row of a learned table that a pair of positions reads',
        ),
        h('p', { class: 'hint' }, distinct, ' rows for ', pairs, ' pairs'),
      ),
      h('div', { class: 'indices-controls' }, ...group.elements),
      heatmap.element,
      h('figcaption', {}, reading, live.element, bar.element),
      h('div', { class: 'more-of-figure' }, table.element, keep.element),
    ),
    fail: (failure: Failure | null) => group.fail(failure),
    /** Shows the controls of a state, which may be wrong. */
    show: ({ scheme, size }: Shown) => group.show({ scheme, size }),
    draw(indices: Indices): void {
      shown = indices;
      const { grid } = indices;
      const look = lookOf(grid);
      heatmap.draw({
        ...look,
        label: 'rows of a table, queries down, keys across',
      });
      bar.draw(look.map, look.range, writeRow);
      setText(distinct, writeCount(indices.distinct));
      setText(pairs, writeCount(grid.rows * grid.columns));
      read(null);
      table.refresh();
    },
  };
}

const writeRow = (row: number): string => String(Math.round(row));

function lookOf(grid: Grid) {
  return {
    ...{ grid, map: colormap('sequential', theme()) },
    ...{ range: { low: 0, high: largestSize(grid) }, pool: 'nearest' as const },
    rows: countAxis('query', allOf(grid.rows)),
    columns: countAxis('key', allOf(grid.columns)),
  };
}
