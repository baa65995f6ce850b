/**
 * The gradient of attention where that of the output alone is given, which is
 * computed without maps: against the gradient beside maps, and the properties
 * that are its own.
 */

import {
  type AttentionGradient,
  type AttentionOptions,
  load,
  type Tensor,
} from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { cases, inputs, keys, queries, sizes } from './attention-cases.js';

const pe = await load();
const { heads, keyHeads, headDim, valueDim } = sizes;
const { q, k, v } = inputs;
const width = heads * valueDim;

const gradientOf = (
  options: AttentionOptions,
  upstream = noise(queries * width, 31),
) => pe.attentionGradient({ ...options, upstream });

/** The arrays of a gradient by their paths. */
function arraysOf(gradient: unknown, path = ''): [string, ArrayLike<number>][] {
  if (gradient === undefined) return [];
  const { data } = Object(gradient) as Partial<Tensor<'float32'>>;
  if (data) return [[path, data]];
  return Object.entries(Object(gradient)).flatMap(([name, inner]) =>
    arraysOf(inner, `${path}/${name}`),
  );
}

const largest = (x: ArrayLike<number>) =>
  Array.from(x).reduce((most, y) => Math.max(most, Math.abs(y)), 0);

describe('is the gradient beside the maps, but for roundings', () => {
  it.each(Object.entries(cases))('%s', (_, options) => {
    const all = { ...inputs, ...options };
    const outputDim = options.outputWeight ? 5 : width;
    const upstream = noise(queries * outputDim, 31);
    const alone = gradientOf(all, upstream);
    // A gradient by the weights, of zeros, asks for the maps.
    const beside = pe.attentionGradient({
      ...{ ...all, upstream },
      weightsUpstream: new Float32Array(heads * queries * keys),
    });
    const found = new Map(arraysOf(alone));
    const wanted = arraysOf(beside);
    expect([...found.keys()]).toEqual(wanted.map(([path]) => path));
    for (const [path, want] of wanted) {
      const got = found.get(path) ?? [];
      const bound = 2 ** -18 * largest(want);
      expect(got.length, path).toBe(want.length);
      for (let i = 0; i < want.length; ++i) {
        const error = Math.abs((got[i] as number) - (want[i] as number));
        expect(error, `${path}[${i}]`).toBeLessThanOrEqual(bound);
      }
    }
  });
});

const data = (made: Tensor<'float32'> | undefined) =>
  made?.data ?? new Float32Array();

it.each(['plain', 'causal', 'a window', 'a window and a prefix', 'sinks'])(
  'of some queries alone: the bits that they have among all, and shares of keys' +
    ' and values that sum to those of all: %s',
  (name) => {
    const all = { ...inputs, ...cases[name] };
    const upstream = noise(queries * width, 31);
    const whole = gradientOf(all, upstream);
    const parts = ([0, 3, 13, 69, 70] as const).flatMap((end, n, ends) => {
      const row = n > 0 ? (ends[n - 1] as number) : 0;
      if (row === end) return [];
      const part = gradientOf(
        {
          ...all,
          q: q.subarray(row * heads * headDim, end * heads * headDim),
          ...{ keyStart: 0, queryStart: keys - queries + row },
        },
        upstream.subarray(row * width, end * width),
      );
      const rows = heads * headDim;
      expect(data(part.q)).toEqual(data(whole.q).slice(row * rows, end * rows));
      return [part];
    });
    for (const of of ['k', 'v', 'sinks'] as const) {
      const want = data(whole[of]);
      const bound = 2 ** -20 * largest(want);
      want.forEach((value, i) => {
        const sum = parts.reduce(
          (s, part) => s + (data(part[of])[i] ?? NaN),
          0,
        );
        expect(Math.abs(sum - value)).toBeLessThanOrEqual(bound);
      });
    }
  },
);

it('of a batch: the bits of its items', () => {
  const minus = (x: Float32Array) => x.map((y) => -y);
  const twice = (x: Float32Array) => Float32Array.of(...x, ...minus(x));
  const upstream = noise(queries * width, 31);
  const options = { ...inputs, causal: true, sinks: noise(heads, 9) };
  const both = gradientOf(
    { ...options, q: twice(q), k: twice(k), v: twice(v), batch: 2 },
    twice(upstream),
  );
  const first = gradientOf(options, upstream);
  const second = gradientOf(
    { ...options, q: minus(q), k: minus(k), v: minus(v) },
    minus(upstream),
  );
  for (const name of ['q', 'k', 'v'] as const) {
    const [one, other] = [data(first[name]), data(second[name])];
    expect(data(both[name])).toEqual(Float32Array.of(...one, ...other));
  }
});

it('is the same each time', () => {
  const options = { ...inputs, ...cases['biases by distance with weights'] };
  expect(gradientOf(options)).toEqual(gradientOf(options));
});

it('of queries without keys, and of keys that none sees: zeros', () => {
  const options = { ...inputs, causal: true, queryStart: -3 };
  const of = gradientOf(options) as Required<AttentionGradient>;
  const zeros = (x: Float32Array) => x.every((y) => y === 0);
  const [rows, columns] = [heads * headDim, keyHeads * headDim];
  expect(zeros(of.q.data.subarray(0, 3 * rows))).toBe(true);
  expect(zeros(of.q.data.subarray(4 * rows, 5 * rows))).toBe(false);
  const last = queries - 3;
  expect(zeros(of.k.data.subarray(last * columns))).toBe(true);
  expect(zeros(of.v.data.subarray((last - 1) * keyHeads * valueDim))).toBe(
    false,
  );
});

describe('with numbers at the ends of float32', () => {
  const small = { heads: 1, headDim: 2, valueDim: 1 };

  it('keys of 2^100 do not overflow where their gradient is small', () => {
    const { q } = gradientOf(
      {
        ...small,
        ...{ q: Float32Array.of(2 ** -100, 0), scale: 1 },
        k: Float32Array.of(2 ** 100, 0, -(2 ** 100), 0),
        v: Float32Array.of(1, -1),
      },
      Float32Array.of(2 ** -90),
    );
    // The scores are 1 and -1.
    const weight = Math.E ** 2 / (Math.E ** 2 + 1);
    const slope = 4 * weight * (1 - weight) * 2 ** 10;
    expect((q?.data[0] ?? NaN) / slope).toBeCloseTo(1, 5);
  });

  it('scores of infinity share the weight', () => {
    const a = 1e20;
    const { v } = gradientOf(
      {
        ...small,
        ...{ q: Float32Array.of(a, a), scale: 1 },
        k: Float32Array.of(0, 0, a, a, 1, 1, a, a),
        v: Float32Array.of(50, 3, 100, 5),
      },
      Float32Array.of(8),
    );
    expect(Array.from(v?.data ?? [])).toEqual([0, 4, 0, 4]);
  });
});
