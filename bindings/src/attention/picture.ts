/**
 * The cells of a picture: which queries and keys each of them shows. The core
 * has the same rule, in `cpp/posenc/attention/pool.hpp`.
 */

/** Numbers of queries or keys, as shares of an axis of cells. */
export interface Axis {
  /** The first query or key that is shown. */
  readonly from: number;
  readonly count: number;
  readonly cells: number;
}

/** The number, counted from `from`, with which a cell begins. */
export function cellBegin({ count, cells }: Axis, cell: number): number {
  return Math.floor((cell * count) / cells);
}

/** The number behind those that a cell shows. */
export function cellEnd(axis: Axis, cell: number): number {
  return Math.max(cellBegin(axis, cell + 1), cellBegin(axis, cell) + 1);
}

/** The first cell that shows a number. */
function cellOf({ count, cells }: Axis, number: number): number {
  const last = Math.ceil(((number + 1) * cells) / count) - 1;
  return Math.min(last, Math.ceil((number * cells) / count));
}

/** The beginning of the cell that shows a number, or the end of the axis. */
function before(axis: Axis, number: number): number {
  if (number >= axis.count) return axis.count;
  return cellBegin(axis, cellOf(axis, number));
}

/** The end of the cell that shows a number. */
function behind(axis: Axis, number: number): number {
  return cellEnd(axis, cellOf(axis, number));
}

/**
 * Cuts the numbers from `from` up to `to` into runs of whole cells, each of at
 * most `most` numbers or of one cell.
 */
export function* runsOfCells(
  axis: Axis,
  from: number,
  to: number,
  most: number,
): Generator<readonly [from: number, to: number]> {
  if (from >= to) return;
  const end = behind(axis, to - 1);
  for (let at = before(axis, from); at < end; ) {
    const next = Math.min(before(axis, at + most), end);
    const stop = next > at ? next : behind(axis, at);
    yield [at, stop];
    at = stop;
  }
}

/** Number of queries or keys in the widest cell, or more. */
export function widestCell({ count, cells }: Axis): number {
  return Math.ceil(count / cells);
}
