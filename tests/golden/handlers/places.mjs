// @ts-check
/** Where the rows of a tensor stand. */

/**
 * A range of positions, as long as `length` or as there are rows, or a list of
 * them.
 *
 * @typedef {{ start: number, length?: number | undefined }} Range
 * @typedef {Range | { positions: number[] }} Where
 */

/**
 * A list as long as there are rows: a batch without positions of its own
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

/** Numbers as often as a batch repeats them; once if that does not add up.
 * @param {number[]} numbers @param {number} length of the batch */
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
 * What `sinusoidal` and `cosSin` are told: the range itself where it is as
 * long as there are rows, as the library counts ranges by itself.
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

/** The positions that a case gives, or else a range.
 * @param {import('../case.mjs').Case} c @param {Range} range
 * @returns {Where} */
export function placesOf(c, range) {
  if (!c.has('positions')) return range;
  if (range.start !== 0) {
    throw new Error('given positions and a start have no agreed meaning');
  }
  return { positions: c.numbers('positions') };
}
