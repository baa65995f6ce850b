/** Small networks, as biases and layers use them. */

import { Array64, dot, sum } from './array.js';

/** y = W x + b, W [out, in] */
export interface Linear {
  readonly weight: Array64;
  readonly bias?: Array64 | undefined;
}

/** Normalises to mean 0 and variance 1, then scales and shifts. */
export interface Norm {
  readonly weight: Array64;
  readonly bias: Array64;
  readonly eps: number;
}

/** A layer of a network: what it computes before the activation. */
export interface Layer extends Linear {
  readonly norm?: Norm | undefined;
}

export function linear({ weight, bias }: Linear, x: readonly number[]) {
  return Array.from(
    { length: weight.size(0) },
    (_, o) => dot(weight.row(o), [...x]) + (bias?.at(o) ?? 0),
  );
}

export function normalised({ weight, bias, eps }: Norm, x: readonly number[]) {
  const mean = sum(x) / x.length;
  const variance = sum(x.map((one) => (one - mean) ** 2)) / x.length;
  return x.map(
    (one, c) =>
      ((one - mean) / Math.sqrt(variance + eps)) * weight.at(c) + bias.at(c),
  );
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
export const silu = (x: number): number => x * sigmoid(x);
export const relu = (x: number): number => Math.max(x, 0);

/** The activation follows every layer but the last. */
export function network(
  layers: readonly Layer[],
  activation: (x: number) => number,
  x: readonly number[],
): number[] {
  return layers.reduce((values: readonly number[], layer, depth) => {
    const sums = linear(layer, values);
    const whole = layer.norm ? normalised(layer.norm, sums) : sums;
    return depth < layers.length - 1 ? whole.map(activation) : whole;
  }, x) as number[];
}

/** A linear map of the last axis. */
export function project(layer: Linear, x: Array64): Array64 {
  return mapRows(x, (row) => linear(layer, row));
}

/** Maps the rows along the last axis, to any width. */
export function mapRows(x: Array64, map: (row: number[]) => number[]): Array64 {
  const width = x.size(-1);
  const rows = Array.from({ length: x.data.length / width }, (_, r) =>
    map(Array.from(x.data.subarray(r * width, (r + 1) * width))),
  );
  const shape = [...x.shape.slice(0, -1), rows[0]?.length ?? 0];
  return new Array64(shape, rows.flat());
}
