// What is said of the patches of a grid around one of them.

import { cellCount, cellOf, type Rows } from '../methods/rows.js';
import { writeValue } from '../plot/ticks.js';

/** The row of the patch in the middle of the grid. */
export function middlePatch({ grid, extra }: Rows): number {
  const at = grid.reduce(
    (place, extent) => place * extent + Math.floor(extent / 2),
    0,
  );
  return extra + at;
}

/** The rows of the patches that touch a patch along an axis of the grid. */
export function neighboursOf(rows: Rows, row: number): readonly number[] {
  const { grid, extra } = rows;
  const place = cellOf(rows, row);
  return grid
    .flatMap((extent, axis) => {
      const stride = cellCount(grid.slice(axis + 1));
      const at = place[axis] as number;
      return [
        ...(at > 0 ? [row - stride] : []),
        ...(at < extent - 1 ? [row + stride] : []),
      ];
    })
    .filter((other) => other >= extra);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** `alike` holds the cosine of the patch with each row of the table. */
export function patchWords(
  rows: Rows,
  row: number,
  alike: ArrayLike<number>,
): string {
  const name = (at: number) => cellOf(rows, at).join(', ');
  const count = cellCount(rows.grid);
  const others = Array.from({ length: count }, (_, i) => rows.extra + i).filter(
    (other) => other !== row,
  );
  const near = neighboursOf(rows, row);
  if (others.length === 0 || near.length === 0) {
    return `Patch ${name(row)} has no other beside it.`;
  }
  const of = (at: number) => alike[at] as number;
  const least = others.reduce((one, other) =>
    of(other) < of(one) ? other : one,
  );
  const write = (value: number) => writeValue(value, 3);
  return (
    `Patch ${name(row)} is alike to those beside it by ` +
    `${write(meanOf(near.map(of)))} on average, to all others by ` +
    `${write(meanOf(others.map(of)))}; least to patch ${name(least)}, by ` +
    `${write(of(least))}.`
  );
}
