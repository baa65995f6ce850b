// @ts-check
/** The positions of a tensor's rows. */

/**
 * A list of positions, or a range of `length` positions; without `length`, the
 * range has one for each row.
 *
 * @typedef {{ start: number, length?: number | undefined }} Range
 * @typedef {Range | { positions: number[] }} Where
 */

/**
 * A list with a position for each row: a batch without positions of its own
 * repeats those of one sequence.
 *
 * @param {number[]} list @param {number} rows
 */
export function spread(list, rows) {
  if (list.length === rows) return list;
  if (list.length === 0 || rows % list.length !== 0) {
    throw new Error(`${list.length} positions for ${rows} rows`);
  }
  return Array.from({ length: rows }, (_, i) => list[i % list.length] ?? NaN);
}

/**
 * Repeats numbers to the length of a batch, if that is a multiple of their
 * number.
 * @param {number[]} numbers @param {number} length of the batch
 */
export function repeated(numbers, length) {
  const times = length / numbers.length;
  return Number.isInteger(times) ? Array(times).fill(numbers).flat() : numbers;
}

/** The position of every row.
 * @param {Where} where @param {number} rows */
export function listOf(where, rows) {
  if ('positions' in where) return spread(where.positions, rows);
  const { start, length = rows } = where;
  return spread(
    Array.from({ length }, (_, i) => start + i),
    rows,
  );
}

/**
 * The options for `sinusoidal` and `cosSin`: a range if it has as many
 * positions as there are rows, so that the library's own counting is tested,
 * else a list.
 *
 * @param {Where} where @param {number} rows
 * @returns {{ length: number, start: number } | { positions: number[] }}
 */
export function optionsOf(where, rows) {
  const counted = 'start' in where && (where.length ?? rows) === rows;
  return counted
    ? { length: rows, start: where.start }
    : { positions: listOf(where, rows) };
}

/**
 * The positions of a case, or a range if it gives none.
 * @param {import('../case.mjs').Case} c @param {Range} range
 * @returns {Where}
 */
export function placesOf(c, range) {
  if (!c.has('positions')) return range;
  if (range.start !== 0) {
    throw new Error('given positions and a start have no agreed meaning');
  }
  return { positions: c.numbers('positions') };
}
