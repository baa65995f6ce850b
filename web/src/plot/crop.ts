// The part of a table that a map shows: a stretch of its rows and one of its
// columns. Zooming and panning change it by parts of a cell; what is drawn are
// whole cells.

import type { Cells } from './grid.js';

/** A stretch of rows or columns. */
export interface Span {
  readonly from: number;
  readonly count: number;
}

export interface Crop {
  readonly rows: Span;
  readonly columns: Span;
}

/** The fewest cells along an axis, so that the map stays one. */
const fewest = 4;

/** All of so many cells. */
export function allOf(count: number): Span {
  return { from: 0, count };
}

export function wholeOf({ rows, columns }: Cells): Crop {
  return { rows: allOf(rows), columns: allOf(columns) };
}

export function sameCrop(a: Crop, b: Crop): boolean {
  return sameSpan(a.rows, b.rows) && sameSpan(a.columns, b.columns);
}

export function sameSpan(a: Span, b: Span): boolean {
  return a.from === b.from && a.count === b.count;
}

/** The nearest span with at least `fewest` cells that are there. */
function held({ from, count }: Span, cells: number): Span {
  const room = Math.min(cells, Math.max(Math.min(fewest, cells), count));
  return { from: Math.min(cells - room, Math.max(0, from)), count: room };
}

/** Gives both spans of a crop to a function, with the cells of their axes. */
function byAxis(
  { rows, columns }: Crop,
  cells: Cells,
  change: (span: Span, cells: number, axis: 'rows' | 'columns') => Span,
): Crop {
  return {
    rows: change(rows, cells.rows, 'rows'),
    columns: change(columns, cells.columns, 'columns'),
  };
}

/** Whole cells of the table, as near as there are. */
export function rounded(crop: Crop, cells: Cells): Crop {
  return byAxis(crop, cells, ({ from, count }, all) =>
    held({ from: Math.round(from), count: Math.round(count) }, all),
  );
}

/** A change of the picture by a factor of size and a shift, in its lengths. */
export interface Change {
  readonly scale: number;
  readonly rows: number;
  readonly columns: number;
}

/**
 * The crop after the picture was scaled about its top left corner, and then
 * shifted. An axis that can be scaled no further keeps the place that the
 * change holds still.
 */
export function changed(crop: Crop, cells: Cells, change: Change): Crop {
  const { scale } = change;
  return byAxis(crop, cells, ({ from, count }, all, axis) => {
    const shift = change[axis];
    const next = held({ from, count: count / scale }, all).count;
    if (scale === 1) return held({ from: from - shift * count, count }, all);
    if (next === count / scale) {
      return held({ from: from - (shift * count) / scale, count: next }, all);
    }
    const still = Math.min(1, Math.max(0, shift / (1 - scale)));
    return held({ from: from + still * (count - next), count: next }, all);
  });
}

/** The crop scaled about a place of the picture, from 0 to 1 on both axes. */
export function scaled(
  crop: Crop,
  cells: Cells,
  scale: number,
  place: { readonly rows: number; readonly columns: number },
): Crop {
  const rows = place.rows * (1 - scale);
  const columns = place.columns * (1 - scale);
  return changed(crop, cells, { scale, rows, columns });
}

/** The cells of a box, whose ends are places of the picture from 0 to 1. */
export function boxed(
  crop: Crop,
  cells: Cells,
  box: { readonly rows: Ends; readonly columns: Ends },
): Crop {
  return byAxis(crop, cells, ({ from, count }, all, axis) => {
    const [first, last] = box[axis];
    const least = Math.floor(from + first * count);
    const next = Math.ceil(from + last * count) - least;
    const grown = Math.max(next, Math.min(fewest, all));
    const middle = least - Math.floor((grown - next) / 2);
    return held({ from: middle, count: grown }, all);
  });
}

type Ends = readonly [first: number, last: number];

/** The nearest crop of the same size in which a cell is. */
export function around(
  crop: Crop,
  cells: Cells,
  cell: { readonly row: number; readonly column: number },
): Crop {
  return byAxis(crop, cells, ({ from, count }, all, axis) => {
    const at = axis === 'rows' ? cell.row : cell.column;
    const next = Math.min(at, Math.max(from, at - count + 1));
    return held({ from: next, count }, all);
  });
}

/** The crop that an address names; nothing there stands for the whole. */
export function readCrop(cells: Cells, numbers: readonly number[]): Crop {
  const [row = 0, rows = Infinity, column = 0, columns = Infinity] = numbers;
  const crop = {
    rows: { from: row, count: rows },
    columns: { from: column, count: columns },
  };
  return byAxis(crop, cells, held);
}

/** What an address names a crop by. */
export function writeCrop(crop: Crop, cells: Cells): readonly number[] {
  if (sameCrop(crop, wholeOf(cells))) return [];
  const { rows, columns } = crop;
  return [rows.from, rows.count, columns.from, columns.count];
}
