/** Records the largest errors, with where they occurred. */

import { expect } from 'vitest';
import {
  BFLOAT16,
  decode16,
  FLOAT16,
  FLOAT32,
  FLOAT64,
  type Format,
  ulpError,
} from './ulp.js';

export const FORMATS = {
  float32: FLOAT32,
  float64: FLOAT64,
  float16: FLOAT16,
  bfloat16: BFLOAT16,
} as const;

export type DType = keyof typeof FORMATS;

export const DTYPES = Object.keys(FORMATS) as DType[];

/** An element of a tensor as a number. */
export function valueAt(
  { data, dtype }: { data: ArrayLike<number>; dtype: DType },
  index: number,
): number {
  const element = data[index] ?? Number.NaN;
  const sixteen = dtype === 'float16' || dtype === 'bfloat16';
  return sixteen ? decode16(element, FORMATS[dtype]) : element;
}

export class Worst {
  readonly #format: Format;
  #error = 0;
  #where = 'nowhere';
  #count = 0;

  constructor(format: Format) {
    this.#format = format;
  }

  add(value: number, exact: bigint, where: () => string) {
    this.#count += 1;
    const error = Number.isNaN(value)
      ? Infinity
      : ulpError(value, exact, this.#format);
    if (error <= this.#error) return;
    this.#error = error;
    this.#where = where();
  }

  /**
   * Expects that something was compared, and that no error is larger than
   * `ulps`.
   */
  expectWithin(ulps: number) {
    expect(this.#count).toBeGreaterThan(0);
    const found = `${this.#error} ulp of ${this.#format.name}`;
    expect(this.#error, `${found} at ${this.#where}`).toBeLessThanOrEqual(ulps);
  }
}
