// @ts-check
/**
 * Converts queries and keys between the layouts of golden cases and of the
 * library.
 */

import { product } from '../case.mjs';

/**
 * A tensor of heads: [batch, heads, seq, width], or with `seqFirst` [batch,
 * seq, heads, width]. The batch may be missing, and a tensor with two axes has
 * one head. Positions are one list for all sequences or one for each; if
 * sequences have no axis of their own, the number of lists separates them.
 *
 * The library takes [rows, heads, width], a position for each row.
 */
export class Rows {
  /**
   * @param {number[]} shape
   * @param {boolean} seqFirst
   * @param {number[] | { start: number }} positions
   */
  constructor(shape, seqFirst, positions) {
    const [...axes] = shape;
    this.width = axes.pop() ?? 1;
    const one = seqFirst && axes.length > 1 ? (axes.pop() ?? 1) : 1;
    const length = axes.pop() ?? 1;
    const before = product(axes);
    const range = !Array.isArray(positions);
    const lists = range ? 1 : positions.length / length;
    if (!Number.isInteger(lists) || before % lists !== 0) {
      const many = range ? length : positions.length;
      throw new Error(`${many} positions for the shape [${shape}]`);
    }
    /** Number of sequences, which the library gets one after another. */
    this.batch = seqFirst ? before : lists;
    this.heads = seqFirst ? one : before / lists;
    this.length = length;
    this.seqFirst = seqFirst;
    /** The position of each row in the library's layout. @type {number[]} */
    this.positions = Array.from({ length: this.batch * length }, (_, row) =>
      range
        ? positions.start + (row % length)
        : (positions[row % positions.length] ?? Number.NaN),
    );
    /**
     * The positions for `rotate`: a range if there is one sequence, else a
     * list.
     */
    this.place =
      range && this.batch === 1
        ? { start: positions.start }
        : { positions: this.positions };
  }

  /** Converts to the library's layout. @param {Float32Array} data */
  pack(data) {
    return this.#swapped(data, this.heads, this.length);
  }

  /** Converts to the case's layout. @param {Float32Array} data */
  unpack(data) {
    return this.#swapped(data, this.length, this.heads);
  }

  /** The position of element `i` of the case's tensor. @param {number} i */
  positionAt(i) {
    const line = Math.floor(i / this.width);
    const { heads, length } = this;
    const size = heads * length;
    const within = this.seqFirst
      ? Math.floor((line % size) / heads)
      : line % length;
    const row = Math.floor(line / size) * length + within;
    return this.positions[row] ?? Number.NaN;
  }

  /** @param {Float32Array} data @param {number} a @param {number} b */
  #swapped(data, a, b) {
    if (this.seqFirst) return data;
    const size = data.length / this.batch;
    const out = new Float32Array(data.length);
    for (let first = 0; first < data.length; first += size) {
      out.set(swap(data.subarray(first, first + size), a, b), first);
    }
    return out;
  }
}

/**
 * Swaps the first two axes of [a, b, width].
 *
 * @param {Float32Array} data @param {number} a @param {number} b
 */
export function swap(data, a, b) {
  const width = data.length / (a * b);
  const out = new Float32Array(data.length);
  for (let i = 0; i < a; ++i) {
    for (let j = 0; j < b; ++j) {
      const row = data.subarray((i * b + j) * width, (i * b + j + 1) * width);
      out.set(row, (j * a + i) * width);
    }
  }
  return out;
}
