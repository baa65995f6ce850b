// The numbers of a heat map as a table: a row for each of its rows, and its first
// columns, where it has many.

import { mostColumns, shownRows, type TableText } from '../shell/data-table.js';
import { type Grid, valueAt } from './grid.js';

export interface GridWords {
  readonly caption: string;
  /** Above the names of the rows. */
  readonly corner: string;
  rowName(row: number): string;
  columnName(column: number): string;
  write(value: number): string;
}

/** The cells of a map that its table shows. */
export function tabledCells({ rows, columns }: Pick<Grid, 'rows' | 'columns'>) {
  const shown = Math.min(columns, mostColumns);
  return { rows: shownRows(rows, shown + 1), columns: shown };
}

/** `value` gives the number of a cell; the grid itself has those of a `Grid`. */
export function tabulateGrid(
  cells: Pick<Grid, 'rows' | 'columns'>,
  { caption, corner, rowName, columnName, write }: GridWords,
  value: (row: number, column: number) => number,
): TableText {
  const { columns } = tabledCells(cells);
  const all = [...Array(columns).keys()];
  return {
    caption,
    heads: [corner],
    columns: all.map(columnName),
    allColumns: cells.columns,
    count: cells.rows,
    row: (row) => [
      rowName(row),
      ...all.map((column) => write(value(row, column))),
    ],
  };
}

/** The same of a grid whose numbers the page has. */
export const tabulateWhole = (grid: Grid, words: GridWords): TableText =>
  tabulateGrid(grid, words, (row, column) => valueAt(grid, row, column));
