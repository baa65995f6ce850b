/**
 * Checks attention and its gradient beside the formulas of `attend-oracle.ts`,
 * and beside differences of these formulas.
 */

import { type AttentionOptions, load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  attend,
  DIM,
  type Given,
  HEADS,
  type How,
  KEY_HEADS,
  made,
  ROWS,
  slopes,
} from './attend-oracle.js';

const pe = await load();

/** Inputs, how they are computed with, and options that are given otherwise. */
export type FormulaCase = [
  name: string,
  given: Given,
  how: How,
  options?: object,
];

/** Options with values. */
export type Call = AttentionOptions & { readonly v: Float32Array };

/** The call that a case stands for. */
export function callOf(given: Given, how: How, more: object = {}): Call {
  const { over, theta, ...said } = how;
  const shapes: Record<string, number[]> = {
    ...(given.x && { x: [ROWS, given.x.length / ROWS] }),
    ...(over !== 'width' &&
      given.queryNorm?.length !== DIM && {
        queryNorm: [HEADS, DIM],
        keyNorm: [KEY_HEADS, DIM],
        queryNormBias: [HEADS, DIM],
        keyNormBias: [KEY_HEADS, DIM],
      }),
  };
  const arrays = Object.entries(given).map(([name, list]) => {
    const data = Float32Array.from(list);
    const shape = shapes[name];
    return [name, shape ? tensor(data, shape) : data];
  });
  return {
    ...Object.fromEntries(arrays),
    ...{ heads: HEADS, keyHeads: KEY_HEADS, headDim: DIM },
    ...(theta && { rotary: { method: 'rope', headDim: DIM, theta } }),
    ...{ ...said, ...more },
  } as unknown as Call;
}

/** The largest difference of two lists of numbers. */
function apart(found: ArrayLike<number> = [], wanted: readonly number[]) {
  expect(found.length).toBe(wanted.length);
  return wanted.reduce((most, one, n) => {
    const off = one === found[n] ? 0 : Math.abs(one - (found[n] ?? NaN));
    return Number.isNaN(off) ? Infinity : Math.max(most, off);
  }, 0);
}

const largest = (of: readonly number[]) =>
  of.reduce(
    (most, x) => (x === -Infinity ? most : Math.max(most, Math.abs(x))),
    0,
  );

export const checkFormulas = (cases: readonly FormulaCase[]) =>
  describe.each(cases)('%s', (_, given, how, more) => {
    const call = callOf(given, how, more);
    const wanted = attend(given, how);

    it('has the scores and the output of its formula', () => {
      const { scores, output } = pe.attention(call);
      const most = largest(wanted.scores);
      expect(apart(scores.data, wanted.scores)).toBeLessThan(2e-6 * most);
      expect(apart(output?.data, wanted.output)).toBeLessThan(1e-5);
      const streamed = pe.attention({ ...call, outputs: ['output'] });
      expect(apart(streamed.output?.data, wanted.output)).toBeLessThan(1e-5);
      const rows = pe.attention({ ...call, rows: [1, 3] }).scores;
      const part = scores.data.filter((_, n) =>
        [1, 2].includes(Math.floor(n / ROWS) % ROWS),
      );
      expect(rows.data).toEqual(part);
      expect(pe.attentionMap(call).data).toEqual(scores.data);
    });

    const upstream = made(wanted.output.length, 12);
    const gradient = pe.attentionGradient({ ...call, upstream });
    const mapped = pe.attentionGradient({
      ...{ ...call, upstream },
      scoresUpstream: new Float32Array(wanted.scores.length),
    });

    it.each(Object.keys(given))('has the gradient by %s', (name) => {
      const slope = slopes(given, how, name, upstream);
      // A summand of all keys has no effect, and no slope.
      const most = 2e-5 * Math.max(0.125, largest(slope));
      for (const one of [gradient, mapped]) {
        const found = one[name as 'q'] as Tensor<'float32'>;
        expect(apart(found.data, slope)).toBeLessThan(most);
      }
      const { shape } = call[name as 'v'] as unknown as Tensor<'float32'>;
      if (shape) expect(gradient[name as 'q']?.shape).toEqual(shape);
    });
  });
