/** Repeatable random numbers for the tests. */

import { seedFor } from '../support/sample.mjs';

/** xorshift32: small, and good enough to choose test cases. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0 || 1;
  }

  /** Numbers that change every day; `npm test -- --seed N` repeats them. */
  static today(name: number | string): Random {
    return new Random(seedFor(String(name)));
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    let s = this.#state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.#state = s;
    return (s >>> 0) / 2 ** 32;
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** One of the items. */
  of<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)] as T;
  }

  /** float32 numbers from -1 to 1. */
  float32(length: number): Float32Array<ArrayBuffer> {
    return Float32Array.from({ length }, () => this.next() * 2 - 1);
  }
}
