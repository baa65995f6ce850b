// The sentence that says how to read the map of a table: what a row is, and how
// the columns differ. It says of a table only what its own columns show.

import type { Rows } from '../methods/rows.js';
import { writeCount } from '../plot/ticks.js';
import type { Waves } from './analysis.js';

/** What of the columns have to be waves, to be called so. */
const mostly = 0.9;

/** Whether lengths never shrink from one column to the next, and do grow. */
function slowsDown(lengths: ArrayLike<number>): boolean {
  const all = Array.from(lengths);
  if (all.length < 2 || all.some(Number.isNaN)) return false;
  // A pair of columns of one wave may differ by the noise of the search.
  const rises = all.every(
    (length, i) => i === 0 || length >= 0.98 * (all[i - 1] as number),
  );
  const [first = Infinity] = all;
  return rises && first < Infinity && (all.at(-1) as number) > 1.5 * first;
}

/**
 * Whether columns repeat after each line of a grid of lines and columns, as
 * those do that tell the column of a cell alone.
 */
function repeats({ lengths, exact }: Waves, from: number, line: number) {
  const half = lengths.length / 2;
  return lengths
    .subarray(from, from + half)
    .every((length, i) => length === line && exact[from + i]);
}

/** Which half of the columns tells the row of a cell, and which its column. */
function halvesIn(waves: Waves, { grid }: Rows): string {
  const [lines = 0, line = 0] = grid;
  const half = waves.lengths.length / 2;
  if (grid.length !== 2 || lines < 2 || !Number.isInteger(half)) return '';
  const [left, right] = [0, half].map((from) => repeats(waves, from, line));
  if (left === right) return '';
  const [first, last] = left ? ['column', 'row'] : ['row', 'column'];
  return `Left half: the ${first} of the cell; right half: its ${last}.`;
}

function columnsIn(waves: Waves, rows: Rows): string {
  const { lengths, exact } = waves;
  const halves = halvesIn(waves, rows);
  if (halves !== '') return halves;
  const count = lengths.length;
  const half = Math.floor(count / 2);
  if (slowsDown(lengths)) {
    return 'The left columns swing fast, the right ones slowly.';
  }
  if (
    count % 2 === 0 &&
    slowsDown(lengths.subarray(0, half)) &&
    slowsDown(lengths.subarray(half))
  ) {
    return 'In each half, the left columns swing fast and the right ones slowly.';
  }
  const found = lengths.filter((length) => length < Infinity);
  if (found.length === 0) return 'No column makes a whole wave here.';
  if (found.length < mostly * count) return 'Some columns are waves.';
  const [first = 0] = found;
  if (exact.every((one) => one) && found.every((length) => length === first)) {
    return `Every column repeats after ${writeCount(first)} rows.`;
  }
  return 'Most columns are waves.';
}

/** `waves` is undefined until they are found, null where there are none. */
export function howToRead(rows: Rows, waves: Waves | null | undefined): string {
  const row =
    rows.grid.length > 0
      ? 'Each row is one cell of the grid.'
      : 'Each row is one position.';
  return waves ? `${row} ${columnsIn(waves, rows)}` : row;
}
