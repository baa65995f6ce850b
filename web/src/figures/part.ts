// The part of a table that is analysed: some of its rows, so that a map of
// all pairs stays small, and as many columns as are drawn.

import type { Rows } from '../methods/rows.js';
import type { Grid } from '../plot/grid.js';

export interface Part {
  readonly table: Grid;
  readonly rows: Rows;
  /** Which rows, in words; empty where it is all. */
  readonly note: string;
}

const mostColumns = 2048;
/** Rows of the map of all pairs, and products of two numbers in it. */
const mostRows = 512;
const mostTerms = 2 ** 26;
/** Numbers of which waves are sought. */
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
 * Every row, or every n-th: at most `most`, and fewer of many columns, so that
 * all pairs of them are as quickly multiplied.
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
    // Runs along a grid's axis no longer begin at whole rows of these.
    rows: { ...rows, step: rows.step * stride, grid: [], extra: 0 },
    note: noteOf(`1 row in ${stride}`, grid),
  };
}

/** All of it where it fits, else every n-th row. */
export function allOr(grid: Grid, rows: Rows, fits: Fits): Part {
  const whole = grid.columns <= mostColumns && fits(grid.rows, grid.columns);
  return whole ? { table: grid, rows, note: '' } : everyRow(grid, rows);
}

/** The first rows, as many as there is time to look for waves in. */
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
