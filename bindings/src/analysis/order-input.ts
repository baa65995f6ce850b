/** Calls attention with other rows, and compares what it gives. */

import { readGiven, recheck } from '../arrays/operand.js';
import { makeTensor } from '../arrays/tensor.js';
import type {
  AttentionOptions,
  AttentionOutput,
  AttentionResult,
} from '../attention/attention.js';
import { wrongKind } from '../base/errors.js';
import { checkFloats } from '../describe/kinds/floats.js';

/** Options of attention; the results that they name do not matter. */
export type AttentionGiven = AttentionOptions<readonly AttentionOutput[]>;

/** `attention` of the instance. */
export type Attend = (options: AttentionOptions) => AttentionResult;

/** The lengths of the axes of a result of attention. */
export interface Sizes {
  /** Items of a batch. */
  readonly items: number;
  readonly heads: number;
  readonly queries: number;
  readonly keys: number;
}

/** Options that have been accepted once, and what came of them. */
export interface First {
  readonly options: AttentionOptions;
  readonly result: AttentionResult;
  readonly sizes: Sizes;
}

/**
 * Calls attention with the options as they are, which checks them, but for what
 * comes after the output of the heads.
 */
export function first(name: string, attend: Attend, value: unknown): First {
  if (typeof value !== 'object' || value === null) {
    throw wrongKind(name, 'attention', 'the options of attention', value);
  }
  // Each member is read once.
  const { outputs, terms, outputWeight, outputBias, ...options } =
    value as AttentionGiven;
  const result = attend(options);
  const { shape } = result.scores;
  const [heads = 0, queries = 0, keys = 0] = shape.slice(-3);
  const items = shape.length > 3 ? (shape[0] as number) : 1;
  return { options, result, sizes: { items, heads, queries, keys } };
}

/**
 * The options with other rows of some inputs: row i is the row `rows[i]` of the
 * one that was given.
 */
export function withRows(
  name: string,
  { options, result, sizes }: First,
  inputs: readonly string[],
  count: number,
  rows: ArrayLike<number>,
): AttentionOptions {
  const changed: Record<string, unknown> = { ...options };
  // The axis of rows follows that of the batch, if there is one.
  const axis = result.scores.shape.length - 3;
  for (const param of inputs) {
    const value = changed[param];
    if (value === undefined) continue;
    const floats = checkFloats(name, param, value);
    const given = recheck(name, readGiven(name, param, floats, 'float32'));
    const { array, shape } = given;
    const { items } = sizes;
    const width = array.length / (items * count);
    const data = new Float32Array(items * rows.length * width);
    for (let place = 0; place < items * rows.length; ++place) {
      const item = Math.floor(place / rows.length);
      const row = item * count + (rows[place % rows.length] as number);
      data.set(array.subarray(row * width, (row + 1) * width), place * width);
    }
    const axes = shape?.map((size, at) => (at === axis ? rows.length : size));
    // Rows that are one axis with others have no shape of their own.
    changed[param] =
      axes && axes.length > axis + 1 ? makeTensor(data, axes, 'float32') : data;
  }
  return changed as unknown as AttentionOptions;
}

/**
 * The largest |a - b|. Two numbers that are equal, such as those of masked
 * pairs, have the difference 0.
 */
export function largestDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  place = (index: number): number => index,
): number {
  let most = 0;
  for (let i = 0; i < a.length; ++i) {
    const [x, y] = [a[i] as number, b[place(i)] as number];
    if (x !== y) most = Math.max(most, Math.abs(x - y));
  }
  return most;
}
