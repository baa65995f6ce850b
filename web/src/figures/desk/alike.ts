// How alike one row is to each: the cosines of a row with all rows of a table.

import type { Grid } from '../../plot/grid.js';

/**
 * The cosine of a row with each row, 0 where one of them is all zeros; with a
 * pause after each row.
 */
export function* alikeTo(
  { values, rows, columns }: Grid,
  row: number,
): Generator<void, Float64Array<ArrayBuffer>> {
  const cosines = new Float64Array(rows);
  const own = values.subarray(row * columns, (row + 1) * columns);
  let size = 0;
  for (const value of own) size += value * value;
  for (let other = 0; other < rows; other++) {
    const base = other * columns;
    let [dot, length] = [0, 0];
    for (let c = 0; c < columns; c++) {
      const value = values[base + c] as number;
      dot += value * (own[c] as number);
      length += value * value;
    }
    const both = Math.sqrt(size) * Math.sqrt(length);
    cosines[other] = both === 0 ? 0 : dot / both;
    yield;
  }
  return cosines;
}
