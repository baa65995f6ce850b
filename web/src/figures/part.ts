// The part of a large table that is analysed: some rows, and the first columns.

import type { Rows } from '../methods/rows.js';
import type { Grid } from '../plot/grid.js';

/** What the rows of a part stand for. */
export interface PartNote {
  readonly rows: Rows;
  /** The rows and columns in words; empty where the part is the table. */
  readonly note: string;
}

export interface Part extends PartNote {
  readonly table: Grid;
}

const mostColumns = 2048;
/** The most rows of a heat map of all pairs, and the most products for it. */
const mostRows = 512;
const mostTerms = 2 ** 26;
/** The most numbers in which waves are searched. */
const mostNumbers = 2 ** 17;

function pick(grid: Grid, count: number, stride: number): Grid {
  const columns = Math.min(grid.columns, mostColumns);
  if (count === grid.rows && columns === grid.columns) return grid;
  const values = new Float64Array(count * columns);
  for (let i = 0; i < count; i++) {
    const from = i * stride * grid.columns;
    values.set(grid.values.subarray(from, from + columns), i * columns);
  }
  return { values, rows: count, columns };
}

/** Whether a table is small enough for an analysis of all its rows. */
export type Fits = (rows: number, columns: number) => boolean;

function noteOf(rows: string, { columns }: Grid): string {
  const cut = columns > mostColumns ? `the first ${mostColumns} columns` : '';
  return [rows, cut].filter((text) => text !== '').join(', ');
}

/**
 * Every row, or every n-th row of a large table. Tables with many columns keep
 * fewer rows, so that the products of all pairs take no longer.
 */
export function everyRow(grid: Grid, rows: Rows): Part {
  const columns = Math.max(1, Math.min(grid.columns, mostColumns));
  const most = Math.min(mostRows, Math.floor(Math.sqrt(mostTerms / columns)));
  const stride = Math.max(1, Math.ceil(grid.rows / most));
  const count = Math.ceil(grid.rows / stride);
  if (stride === 1) {
    return { table: pick(grid, count, 1), rows, note: noteOf('', grid) };
  }
  return {
    table: pick(grid, count, stride),
    // These rows are no grid any more.
    rows: { ...rows, step: rows.step * stride, grid: [], extra: 0 },
    note: noteOf(`1 row in ${stride}`, grid),
  };
}

/** The whole table where it fits, else every n-th row. */
export function allOr(grid: Grid, rows: Rows, fits: Fits): Part {
  const whole = grid.columns <= mostColumns && fits(grid.rows, grid.columns);
  return whole ? { table: grid, rows, note: '' } : everyRow(grid, rows);
}

/** The first rows, as many as waves can be searched in quickly. */
export function firstRows(grid: Grid, rows: Rows): Part {
  const columns = Math.max(1, Math.min(grid.columns, mostColumns));
  const count = Math.min(
    grid.rows,
    Math.max(2, Math.floor(mostNumbers / columns)),
  );
  return {
    table: pick(grid, count, 1),
    rows,
    note: noteOf(count < grid.rows ? `the first ${count} rows` : '', grid),
  };
}
