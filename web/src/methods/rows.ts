// What the rows of a table stand for: positions of a range, or the cells of a
// grid in the order in which they are written, behind rows of their own.

import type { MethodDescription } from 'posenc';
import type { Options, SpecValue } from '../state/spec.js';

export interface Rows {
  /** Of the first row and from one row to the next. */
  readonly start: number;
  readonly step: number;
  /** Lengths of the grid's axes; empty where rows are positions. */
  readonly grid: readonly number[];
  /** Rows before the cells of the grid. */
  readonly extra: number;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function isExtents(value: SpecValue | undefined): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((extent) => typeof extent === 'number')
  );
}

/** How many cells a grid has. */
export function cellCount(grid: readonly number[]): number {
  return grid.reduce((product, extent) => product * extent, 1);
}

/** The lengths of the axes on which rows lie, where they lie on a grid. */
export function gridOf(
  { cells = 'grid' }: MethodDescription,
  options: Options,
): readonly number[] | undefined {
  const grid = options[cells];
  return isExtents(grid) ? grid : undefined;
}

/** `options` are those that hold, `count` is the number of rows that came. */
export function rowsOf(
  method: MethodDescription,
  options: Options,
  count: number,
): Rows {
  const { start, step } = options;
  const grid = gridOf(method, options);
  const range = { start: numberOr(start, 0), step: numberOr(step, 1) };
  if (grid === undefined) return { ...range, grid: [], extra: 0 };
  const extra = count - cellCount(grid);
  // A table that does not have a row for each cell is no picture of the grid.
  if (extra < 0) return { ...range, grid: [], extra: 0 };
  return { start: 0, step: 1, grid, extra };
}

/** The position of a row; of a grid, its number among the cells. */
export function positionOf({ start, step, extra }: Rows, row: number): number {
  return start + (row - extra) * step;
}

/** The places along the axes of the grid. */
export function cellOf({ grid, extra }: Rows, row: number): readonly number[] {
  let rest = row - extra;
  const places: number[] = [];
  for (const extent of [...grid].reverse()) {
    places.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return places;
}

/** A row in words, for reading and for speech. */
export function nameRow(
  rows: Rows,
  row: number,
  write: (position: number) => string = String,
): string {
  if (rows.grid.length === 0) return `position ${write(positionOf(rows, row))}`;
  if (row < rows.extra) return `extra row ${row}`;
  return `cell ${cellOf(rows, row).join(', ')}`;
}
