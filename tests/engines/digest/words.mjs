// @ts-check
/** Helpers of the digest cases; digest.hpp has the same for the native build. */

import { noise } from '../../support/noise.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {{ data: Float32Array | Float64Array | Uint16Array | Int32Array }} Result
 * @typedef {Record<string, (pe: Posenc, w: Words) => Result[]>} Verbs
 */

/**
 * FNV-1a, 64 bits, in two halves: the prime is 2^40 + 435.
 *
 * @param {Result[]} results
 */
export function hash(results) {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const { data } of results) {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    for (const byte of bytes) {
      const x = (low ^ byte) >>> 0;
      const product = x * 435;
      const carry = Math.floor(product / 2 ** 32);
      high = (high * 435 + carry + ((x << 8) >>> 0)) % 2 ** 32;
      low = product % 2 ** 32;
    }
  }
  const hex = (/** @type {number} */ half) =>
    half.toString(16).padStart(8, '0');
  return hex(high) + hex(low);
}

/** Reads the words of a line one after another. */
export class Words {
  /** @param {string} line */
  constructor(line) {
    this.rest = line.split(' ');
  }

  word() {
    const next = this.rest.shift();
    if (next === undefined) throw new Error('a word is missing');
    return next;
  }

  number() {
    const value = Number(this.word());
    if (Number.isNaN(value)) throw new Error('a number is missing');
    return value;
  }

  flag() {
    return this.number() === 1;
  }

  /** A number, or undefined for `none`. @returns {number | undefined} */
  optional() {
    const word = this.word();
    return word === 'none' ? undefined : Number(word);
  }

  /** Reads `count` numbers. @param {number} count */
  numbers(count) {
    return Array.from({ length: count }, () => this.number());
  }

  /** A factor of embeddings. @returns {any} */
  embeddingScale() {
    return this.optional() ?? 'rootDim';
  }

  /** A word of the line as one of an option's words; the package checks it.
   * @returns {any} */
  choice() {
    return this.word();
  }

  /** Reads START and STEP of `length` positions, and gives them as options.
   * @param {number} length */
  positions(length) {
    const [start, step] = [this.number(), this.number()];
    if (step === 1) return { start };
    const positions = Array.from({ length }, (_, i) => start + i * step);
    return { positions };
  }
}

/** @param {number} length
 * @param {{ start: number } | { positions: number[] }} where */
export function rows(length, where) {
  return 'start' in where ? { length, ...where } : where;
}

/** Reads START, STEP and DTYPE, with which the line of a table ends.
 * @param {Words} w @param {number} length */
export function placed(w, length) {
  return { ...rows(length, w.positions(length)), dtype: w.choice() };
}

/** Reads QUERIES, KEYS, QUERY_START, KEY_START, STEP and DTYPE, with which the
 * line of a bias ends; with STEP 1 as ranges, else as lists.
 * @param {Words} w */
export function biasPlaced(w) {
  const [queries, keys, queryStart, keyStart, step] = w.numbers(5);
  const list = (/** @type {number} */ length, /** @type {number} */ start) =>
    Array.from({ length }, (_, i) => start + i * Number(step));
  const [q, k] = [Number(queries), Number(keys)];
  const [from, to] = [Number(queryStart), Number(keyStart)];
  const where =
    step === 1
      ? { queries: q, keys: k, queryStart: from, keyStart: to }
      : { queryPositions: list(q, from), keyPositions: list(k, to) };
  return { ...where, dtype: w.choice() };
}

/** A float32 tensor of noise. @param {number} seed @param {number[]} shape */
export function tensor(seed, ...shape) {
  const data = noise(
    shape.reduce((a, b) => a * b, 1),
    seed,
  );
  return { data, shape, dtype: /** @type {const} */ ('float32') };
}
