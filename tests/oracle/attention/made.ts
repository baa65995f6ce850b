/**
 * What a random configuration consists of: specs for the package, terms for the
 * oracle, and the arrays that both read.
 */

import { tensor } from 'posenc';
import { Array64 } from '../../support/attention-oracle/array.js';
import type { Scene, Term } from '../../support/attention-oracle/attention.js';
import type { Random } from '../random.js';

/** The axes of a configuration. */
export interface Sizes {
  readonly heads: number;
  readonly keyHeads: number;
  readonly headDim: number;
  readonly valueDim: number;
  readonly queries: number;
  readonly keys: number;
}

/** What some terms know besides a pair. */
export interface Context {
  readonly scale: number;
  readonly keyAt: readonly number[];
}

/** A method with random weights. */
export interface Made {
  readonly spec: Readonly<Record<string, unknown>>;
  /** The weights, by the names that their gradients have. */
  readonly learned: Readonly<Record<string, Array64>>;
  /**
   * A term that the scale multiplies, and one that is added after it, with the
   * present numbers of the weights.
   */
  readonly scaled?: (context: Context) => Term;
  readonly added?: (context: Context) => Term;
  readonly gate?: () => Term;
  readonly values?: () => NonNullable<Scene['values']>;
  /** Divides the square of the default scale. */
  readonly divisor?: number;
  /**
   * Largest absolute sum of products of `scaled`, or size of `added`, with the
   * largest norms q and k of queries and keys.
   */
  readonly size?: (q: number, k: number) => number;
}

/** How a method is made for a configuration. */
export type Maker = (random: Random, sizes: Sizes) => Made;

/** Random float32 numbers from -1 to 1, or in another range. */
export function drawn(
  random: Random,
  shape: readonly number[],
  least = -1,
  most = 1,
): Array64 {
  const length = shape.reduce((a, b) => a * b, 1);
  const unit = random.float32(length);
  const numbers = unit.map((x) => least + ((x + 1) / 2) * (most - least));
  return new Array64(shape, numbers);
}

/** A float32 tensor with the present numbers of an array. */
export const given = ({ data, shape }: Array64) =>
  tensor(Float32Array.from(data), [...shape]);

/** The largest norm along the last axis. */
export function largestNorm(x: Array64): number {
  const width = x.size(-1);
  let most = 0;
  for (let at = 0; at < x.data.length; at += width) {
    most = Math.max(most, Math.hypot(...x.data.subarray(at, at + width)));
  }
  return most;
}

/** The largest absolute number. */
export const largest = (x: Array64): number =>
  x.data.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

/** The arrays of a spec, by their names. */
export const arrays = (learned: Readonly<Record<string, Array64>>) =>
  Object.fromEntries(
    Object.entries(learned).map(([name, array]) => [name, given(array)]),
  );
