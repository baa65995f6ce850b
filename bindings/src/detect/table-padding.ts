/** Rows and columns of zeros, which tables have for padding. */

import type { Table } from './columns.js';

/** A table without its rows of zeros. */
export interface Padded {
  readonly table: Table;
  /** Rows before the first that is not of zeros. */
  readonly before: number;
  /** Rows of the whole table. */
  readonly length: number;
  /** The row of zeros, if there is one. */
  readonly zeroRow: number | undefined;
  /** Whether the last column of an odd width holds zeros. */
  readonly zeroColumn: boolean;
}

/** Sets rows and columns of zeros aside. */
export function withoutPadding(table: Table): Padded {
  const { rows, values, width, length } = table;
  const rowOf = (i: number) => values.subarray(i * width, (i + 1) * width);
  const all = Array.from(rows.keys());
  const kept = all.filter((i) => rowOf(i).some((value) => value !== 0));
  const zeros = all.filter((i) => !kept.includes(i));
  // Several rows of zeros are no padding: they stay, and nothing explains them.
  const used = zeros.length === 1 && kept.length > 0 ? kept : all;
  const some = new Float64Array(used.length * width);
  used.forEach((row, i) => {
    some.set(rowOf(row), i * width);
  });
  const last = used.every((_, i) => some[(i + 1) * width - 1] === 0);
  return {
    table: { ...table, rows: used.map((i) => rows[i] as number), values: some },
    before: rows[used[0] as number] as number,
    length,
    zeroRow: used === kept ? rows[zeros[0] as number] : undefined,
    zeroColumn: width % 2 === 1 && last,
  };
}
