// What the rows of a table stand for: positions of a range, or cells of a grid,
// the last axis fastest, after some extra rows.

import type { MethodDescription } from 'posenc/descriptions';
import type { Options, SpecValue } from '../state/spec.js';

export interface Rows {
  /** The position of the first row, and from one row to the next. */
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

/** The lengths of the grid's axes; undefined where rows are positions. */
export function gridOf(
  { cells = 'grid' }: MethodDescription,
  options: Options,
): readonly number[] | undefined {
  const grid = options[cells];
  return isExtents(grid) ? grid : undefined;
}

/** `options` are those that hold; `count` is the number of rows. */
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
  // With fewer rows than cells, the rows are not the cells.
  if (extra < 0) return { ...range, grid: [], extra: 0 };
  return { start: 0, step: 1, grid, extra };
}

/** The position of a row, or the number of its cell. */
export function positionOf({ start, step, extra }: Rows, row: number): number {
  return start + (row - extra) * step;
}

/** The coordinates of the cell of a row. */
export function cellOf({ grid, extra }: Rows, row: number): readonly number[] {
  let rest = row - extra;
  const places: number[] = [];
  for (const extent of [...grid].reverse()) {
    places.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return places;
}

/** The name of a row on the page. */
export function nameRow(
  rows: Rows,
  row: number,
  write: (position: number) => string = String,
): string {
  if (rows.grid.length === 0) return `position ${write(positionOf(rows, row))}`;
  if (row < rows.extra) return `extra row ${row}`;
  return `cell ${cellOf(rows, row).join(', ')}`;
}
