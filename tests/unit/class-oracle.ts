/**
 * Queries, keys and values, and attention of them as the class of a model
 * computes it: pair by pair, in float64.
 */

import { load } from 'posenc';
import { expect } from 'vitest';

export const pe = await load();

export type Vector = Float32Array;

export const noise = (count: number, seed: number) =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(1.7 * i * seed + 1));

export const tensor = (shape: readonly number[], seed: number) => ({
  data: noise(
    shape.reduce((a, b) => a * b, 1),
    seed,
  ),
  shape,
  dtype: 'float32' as const,
});

export const [LENGTH, HEADS, DIM] = [9, 2, 8] as const;
export const q = noise(LENGTH * HEADS * DIM, 0.3);
export const k = noise(LENGTH * HEADS * DIM, 0.7);
export const v = noise(LENGTH * HEADS * DIM, 1.1);

/** A call of attention with options that are put together. */
export const attend = (options: object) =>
  pe.attention(options as { q: Vector; k: Vector });

/** The vector of a head at a position. */
export const at = (x: Vector, i: number, h: number) =>
  x.subarray((i * HEADS + h) * DIM, (i * HEADS + h + 1) * DIM);

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, c) => sum + value * (b[c] ?? 0), 0);

export const row = (
  table: { data: Vector },
  index: number,
  width: number = DIM,
) => table.data.subarray(index * width, (index + 1) * width);

export const clamp = (x: number, low: number, high: number) =>
  Math.min(Math.max(x, low), high);

/** Maps and output of a class, from its score and what it adds to values. */
export function classOf(
  score: (h: number, i: number, j: number) => number,
  value: (h: number, i: number, j: number) => ArrayLike<number> = (h, _, j) =>
    at(v, j, h),
) {
  const scores: number[] = [];
  const output = new Float64Array(LENGTH * HEADS * DIM);
  for (let h = 0; h < HEADS; h++) {
    for (let i = 0; i < LENGTH; i++) {
      const line = Array.from({ length: LENGTH }, (_, j) => score(h, i, j));
      scores.push(...line);
      const powers = line.map((one) => Math.exp(one - Math.max(...line)));
      const sum = powers.reduce((a, b) => a + b, 0);
      for (let j = 0; j < LENGTH; j++) {
        const weight = (powers[j] ?? 0) / sum;
        const vector = value(h, i, j);
        for (let c = 0; c < DIM; c++) {
          const index = (i * HEADS + h) * DIM + c;
          output[index] = (output[index] ?? 0) + weight * (vector[c] ?? 0);
        }
      }
    }
  }
  return { scores, output };
}

/** The largest difference of numbers that are finite in both. */
export function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let n = 0; n < a.length; n++) {
    const [x = Number.NaN, y = Number.NaN] = [a[n], b[n]];
    if (x === y) continue;
    const off = Math.abs(x - y);
    largest = Number.isNaN(off) ? Infinity : Math.max(largest, off);
  }
  return largest;
}

/** Checks scores and output of attention, all by maps and streamed. */
export function expectClass(
  options: object,
  wanted: { scores: readonly number[]; output: ArrayLike<number> },
) {
  const call = { q, k, v, ...options };
  const { scores, output } = pe.attention(call);
  expect(apart(scores.data, wanted.scores)).toBeLessThan(1e-5);
  expect(apart(output?.data ?? [], wanted.output)).toBeLessThan(1e-5);
  const streamed = pe.attention({ ...call, outputs: ['output'] });
  expect(apart(streamed.output?.data ?? [], wanted.output)).toBeLessThan(1e-5);
}
