// The difference of two tables, number by number, and what it comes to. Only the
// rows and columns that both have are compared.

import type { Cells, Grid, Numbers } from '../../plot/grid.js';

export interface DifferenceFacts extends Cells {
  /** The largest difference, without its sign; NaN where none is a number. */
  readonly largest: number;
  /** The first cell that has it. */
  readonly row: number;
  readonly column: number;
  /** The numbers of both tables there. */
  readonly first: number;
  readonly second: number;
  /** The mean difference, without signs; no number where one of them is none. */
  readonly mean: number;
  /** How many numbers have other bits than their counterparts. */
  readonly different: number;
  /** How many columns have the same bits in every row. */
  readonly sameColumns: number;
}

/** The rows and columns that both tables have. */
export function commonCells(a: Cells, b: Cells): Cells {
  return {
    rows: Math.min(a.rows, b.rows),
    columns: Math.min(a.columns, b.columns),
  };
}

function isSame(a: number, b: number): boolean {
  return Object.is(a, b);
}

/**
 * Subtracts the second table from the first, with a pause after each row. The
 * difference of equal numbers is 0, also where they are infinite or no numbers.
 * It is rounded to the wider kind of the two tables' numbers; the facts are not.
 */
export function* differenceOf(
  a: Grid,
  b: Grid,
): Generator<void, { grid: Grid; facts: DifferenceFacts }> {
  const cells = commonCells(a, b);
  const size = cells.rows * cells.columns;
  const wide = [a, b].some(({ values }) => values instanceof Float64Array);
  const values: Numbers = wide
    ? new Float64Array(size)
    : new Float32Array(size);
  let largest = Number.NaN;
  let [at, different, sum] = [0, 0, 0];
  const differs = new Uint8Array(cells.columns);
  for (let row = 0; row < cells.rows; row++) {
    const to = row * cells.columns;
    for (let column = 0; column < cells.columns; column++) {
      const one = a.values[row * a.columns + column] as number;
      const other = b.values[row * b.columns + column] as number;
      const same = isSame(one, other);
      const off = same ? 0 : one - other;
      values[to + column] = off;
      sum += Math.abs(off);
      if (!same) {
        different += 1;
        differs[column] = 1;
      }
      if (!(Math.abs(off) <= largest) && !Number.isNaN(off)) {
        largest = Math.abs(off);
        at = to + column;
      }
    }
    yield;
  }
  const row = Math.floor(at / Math.max(1, cells.columns));
  const column = at - row * cells.columns;
  return {
    grid: { ...cells, values },
    facts: {
      ...cells,
      ...{ largest, row, column, different, mean: sum / size },
      sameColumns: differs.filter((one) => one === 0).length,
      first: a.values[row * a.columns + column] ?? Number.NaN,
      second: b.values[row * b.columns + column] ?? Number.NaN,
    },
  };
}
