/**
 * The output of attention alone, which is computed without maps: against the
 * output beside the maps, and the properties that are its own.
 */

import { type AttentionOptions, load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { cases, inputs, keys, queries, sizes } from './attention-cases.js';

const pe = await load();

const { heads, headDim, valueDim } = sizes;
const { q, k, v } = inputs;

const outputOf = (options: AttentionOptions) =>
  pe.attention({ ...options, outputs: ['output'] }).output
    ?.data as Float32Array;

describe('is the output beside the maps, but for roundings', () => {
  it.each(Object.entries(cases))('%s', (_, options) => {
    const all = { ...inputs, ...options };
    const beside = pe.attention(all).output?.data as Float32Array;
    const alone = outputOf(all);
    // Values and gates are at most 1; a layer sums heads · valueDim of them.
    // Scores differ by less than 60.
    const sums = options.outputWeight ? heads * valueDim : 1;
    const bound = 2 ** -24 * sums * (2.125 * keys + 80);
    expect(alone.length).toBe(beside.length);
    for (const [i, value] of beside.entries()) {
      const error = Math.abs((alone[i] as number) - value);
      expect(error, `${i}`).toBeLessThanOrEqual(bound);
    }
  });
});

it.each(['plain', 'causal', 'a window', 'a window and a prefix', 'sinks'])(
  'some queries alone have the bits that they have among all: %s',
  (name) => {
    const all = { ...inputs, ...cases[name] };
    const whole = outputOf(all);
    for (const [row, end] of [
      [0, 1],
      [3, 9],
      [13, 70],
      [69, 70],
    ] as const) {
      const part = outputOf({
        ...all,
        q: q.subarray(row * heads * headDim, end * heads * headDim),
        ...{ keyStart: 0, queryStart: keys - queries + row },
      });
      const width = heads * valueDim;
      expect(part).toEqual(whole.slice(row * width, end * width));
    }
  },
);

it('a batch has the bits of its items', () => {
  const twice = (x: Float32Array) => Float32Array.of(...x, ...x.map((y) => -y));
  const all = { ...inputs, q: twice(q), k: twice(k), v: twice(v), batch: 2 };
  const both = outputOf({ ...all, causal: true });
  const minus = (x: Float32Array) => x.map((y) => -y);
  const first = outputOf({ ...inputs, causal: true });
  const second = outputOf({
    ...{ ...inputs, q: minus(q), k: minus(k), v: minus(v), causal: true },
  });
  expect(both).toEqual(Float32Array.of(...first, ...second));
});

describe('scores and values at the ends of float32', () => {
  const small = { heads: 1, headDim: 2, valueDim: 1 };
  const [a, b] = [1e20, -1e20];

  it('products that overflow have the scores of float64', () => {
    // The scores of the keys are 0, 0 and -Infinity.
    const output = outputOf({
      ...small,
      ...{ q: Float32Array.of(a, a), scale: 1 },
      k: Float32Array.of(a, b, 0, 0, b, b),
      v: Float32Array.of(1, 3, 100),
    });
    expect([...output]).toEqual([2]);
  });

  it('scores of infinity share the weight', () => {
    const output = outputOf({
      ...small,
      ...{ q: Float32Array.of(a, a), scale: 1 },
      k: Float32Array.of(0, 0, a, a, 1, 1, a, a),
      v: Float32Array.of(50, 3, 100, 5),
    });
    expect([...output]).toEqual([4]);
  });

  it('the largest values have a mean', () => {
    const most = 3.4e38;
    const output = outputOf({
      ...{ heads: 1, headDim: 1, valueDim: 1 },
      ...{ q: Float32Array.of(0), k: new Float32Array(100) },
      v: new Float32Array(100).fill(most),
    });
    expect((output[0] as number) / most).toBeCloseTo(1, 5);
  });
});

it('a query without keys has an output of zeros', () => {
  const output = outputOf({ ...inputs, causal: true, queryStart: -3 });
  const width = heads * valueDim;
  expect(output.subarray(0, 3 * width).every((x) => x === 0)).toBe(true);
  expect(output.subarray(3 * width).some((x) => x === 0)).toBe(false);
});
