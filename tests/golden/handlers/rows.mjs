// @ts-check
/** How queries and keys lie in a golden case, and in the library. */

import { product } from '../case.mjs';

/**
 * A tensor of heads: [batch, heads, seq, width], or with `seqFirst` [batch,
 * seq, heads, width]. There may be no batch, and in a tensor with two axes only
 * one head. Positions are one list for all sequences, or one for each: then
 * sequences that lie behind each other without an axis of their own are told
 * apart by the number of lists.
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
    /** Sequences that the library is given one after another. */
    this.batch = seqFirst ? before : lists;
    this.heads = seqFirst ? one : before / lists;
    this.length = length;
    this.seqFirst = seqFirst;
    /** Of each row of the library's. @type {number[]} */
    this.positions = Array.from({ length: this.batch * length }, (_, row) =>
      range
        ? positions.start + (row % length)
        : (positions[row % positions.length] ?? Number.NaN),
    );
    /** What `rotate` is told: the range itself where there is one sequence. */
    this.place =
      range && this.batch === 1
        ? { start: positions.start }
        : { positions: this.positions };
  }

  /** As the library takes it. @param {Float32Array} data */
  pack(data) {
    return this.#swapped(data, this.heads, this.length);
  }

  /** As the case has it. @param {Float32Array} data */
  unpack(data) {
    return this.#swapped(data, this.length, this.heads);
  }

  /** The position of a number of the case's tensor. @param {number} i */
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
