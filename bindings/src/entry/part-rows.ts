/** How many rows a part of long work has, so that a part takes a short time. */

import { ALIGNED_ROWS } from '../core/stream.js';

/** How long parts take. */
export interface PartTime {
  /** Milliseconds of a part. */
  readonly ms: number;
  /**
   * How many times as long a part takes, at least, as what its rows do not
   * change, such as copies of inputs. Zero where there is no such thing: it is
   * not looked for then.
   */
  readonly times: number;
  /** Rows of the first part. Defaults to those of few operations. */
  readonly first?: number;
}

/**
 * A part takes half of the time between two pictures of a screen, and cutting
 * never more than doubles the whole.
 */
const USUAL: PartTime = { ms: 8, times: 2 };

/** Operations of the first part, about: they take far less than a part may. */
const FIRST_COST = 2 ** 18;

/** How much larger a part is than the one before it, at most. */
const GROWTH = 4;

/** How much longer than others the last part is, at most. */
const LAST = 1.5;

/** Says how many rows the next part has, and learns how long parts take. */
export interface PartRows {
  /** Rows of the next part, 1 or more, of those that are left. */
  next(left?: number): number;
  /** A part of so many rows took so many milliseconds. */
  took(rows: number, ms: number): void;
  /** Milliseconds of a part that its rows do not change, as far as is known. */
  fixed(): number;
}

/** Parts of at most so many operations, about, however long they take. */
export function rowsByCost(cost: number, rowCost: number): PartRows {
  const rows = Math.max(1, Math.floor(cost / rowCost));
  return { next: () => rows, took: () => {}, fixed: () => 0 };
}

/** Parts that take about so long, by the time that earlier ones took. */
export function rowsByTime(
  rowCost: number,
  { ms: usual, times, first = FIRST_COST / Math.max(rowCost, 1) } = USUAL,
): PartRows {
  let rows = aligned(first);
  let before: readonly [rows: number, ms: number] | undefined;
  let fixed = 0;
  let parts = 0;
  return {
    next: (left = Infinity) => {
      // A short last part, too, would do anew what makes the others long.
      const long = times * fixed > usual;
      return long && left < LAST * rows ? left : rows;
    },
    fixed: () => fixed,
    took(done, ms) {
      if (before && times > 0) fixed = fixedTime(before, [done, ms], fixed);
      // The first part takes longer, as code is compiled and memory grows.
      parts += 1;
      if (parts > 1) before = [done, ms];
      const wanted = Math.max(usual, times * fixed);
      const each = Math.max((ms - fixed) / done, 1e-9);
      const most = parts > 1 ? GROWTH * done : done;
      rows = aligned(Math.min((wanted - fixed) / each, most));
    },
  };
}

/**
 * The time of a part that its rows do not change: where the line through two
 * parts of different sizes meets that of no rows. Parts of like sizes say
 * nothing of it.
 */
function fixedTime(
  [rows, ms]: readonly [number, number],
  [rowsNow, msNow]: readonly [number, number],
  known: number,
): number {
  const [less, more] = rows < rowsNow ? [rows, rowsNow] : [rowsNow, rows];
  if (more < 1.5 * less) return Math.min(known, msNow);
  const slope = (msNow - ms) / (rowsNow - rows);
  const each = Math.min(Math.max(slope, 0), msNow / rowsNow);
  return msNow - each * rowsNow;
}

/** At most so many rows, 1 or more: a multiple of `ALIGNED_ROWS` of many. */
export const aligned = (rows: number) =>
  rows > ALIGNED_ROWS
    ? Math.floor(rows - (rows % ALIGNED_ROWS))
    : Math.max(1, Math.floor(rows));
