/** Layouts of the references' tensors, turned into those of the oracle. */

import { Array64, range } from '../../support/attention-oracle/array.js';

/** One item of the first axis. */
export const item = (x: Array64, index: number): Array64 =>
  Array64.of(x.shape.slice(1), (...at) => x.at(index, ...at));

/** Exchanges the first two axes. */
export const swapped = (x: Array64): Array64 =>
  Array64.of([x.size(1), x.size(0), ...x.shape.slice(2)], (i, j, ...rest) =>
    x.at(j as number, i as number, ...rest),
  );

/** Joins arrays of one shape along a new first axis. */
export const stacked = (list: readonly Array64[]): Array64 =>
  new Array64(
    [list.length, ...(list[0]?.shape ?? [])],
    list.flatMap((one) => [...one.data]),
  );

/** Joins arrays along their first axis. */
export const joined = (list: readonly Array64[]): Array64 =>
  new Array64(
    [
      list.map((one) => one.size(0)).reduce((a, b) => a + b),
      ...(list[0]?.shape.slice(1) ?? []),
    ],
    list.flatMap((one) => [...one.data]),
  );

/** Rows `first` to `end` of the first axis. */
export const rowRange = (x: Array64, first: number, end: number): Array64 =>
  Array64.of([end - first, ...x.shape.slice(1)], (row, ...at) =>
    x.at((row as number) + first, ...at),
  );

/** The same numbers with other axes. */
export const shaped = (x: Array64, ...shape: number[]): Array64 =>
  new Array64(shape, x.data);

/** Computes each item of a batch, and stacks the results. */
export const batched = (
  count: number,
  one: (index: number) => Array64,
): Array64 => stacked(range(count).map(one));

/** The heads of a projected row: [.., heads · width] to [.., heads, width]. */
export const inHeads = (x: Array64, heads: number): Array64 =>
  shaped(x, ...x.shape.slice(0, -1), heads, x.size(-1) / heads);

/** Joins the heads of a result again: [.., heads, width] to one row. */
export const flat = (x: Array64): Array64 =>
  shaped(x, ...x.shape.slice(0, -2), x.size(-2) * x.size(-1));
