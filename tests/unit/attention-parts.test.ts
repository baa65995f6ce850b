/** Attention of batches, embeddings, terms, caps, sinks and gates. */

import { type AttentionOptions, load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const [batch, queries, keys] = [3, 5, 6];
const [heads, keyHeads, headDim, valueDim] = [4, 2, 4, 3];
const made = (shape: readonly number[], seed: number) =>
  tensor(
    noise(
      shape.reduce((count, length) => count * length, 1),
      seed,
    ),
    shape,
  );
const q = made([batch, queries, heads, headDim], 1);
const k = made([batch, keys, keyHeads, headDim], 2);
const v = made([batch, keys, keyHeads, valueDim], 3);

/** An item of a batch. */
const item = ({ data, shape }: Tensor<'float32'>, n: number) => {
  const size = data.length / batch;
  return tensor(data.slice(n * size, (n + 1) * size), shape.slice(1));
};

const everything: AttentionOptions = {
  ...{ q, k, v, rotary: { method: 'rope', headDim }, causal: true },
  relative: { method: 'shaw', keyTable: noise(7 * headDim, 4) },
  bias: [{ method: 'alibi' }, made([heads, queries, keys], 5)],
  ...{ softcap: 2, sinks: noise(heads, 6), window: [3, 0] },
  gate: made([1, queries, keys], 7),
  terms: true,
};

it('a batch is its items, bit for bit', () => {
  const whole = pe.attention(everything);
  expect(whole.output?.shape).toEqual([batch, queries, heads, valueDim]);
  for (let n = 0; n < batch; ++n) {
    const one = pe.attention({
      ...everything,
      ...{ q: item(q, n), k: item(k, n), v: item(v, n) },
    });
    expect(item(whole.scores, n)).toEqual(one.scores);
    expect(item(whole.weights, n)).toEqual(one.weights);
    expect(item(whole.output as Tensor<'float32'>, n)).toEqual(one.output);
  }
  const flat = { q: q.data, k: k.data, v: v.data, batch };
  const sizes = { heads, keyHeads, headDim };
  expect(pe.attention({ ...everything, ...flat, ...sizes })).toEqual(whole);
});

describe.each([
  ['with everything', everything],
  ['the output alone', { ...everything, outputs: ['output'], terms: false }],
  [
    'the output of a window alone',
    { q, k, v, window: [2, 1], outputs: ['output'], rotary: 'rope' as never },
  ],
])('some of the rows, %s', (_, given) => {
  const options = {
    ...given,
    ...('rotary' in given && { rotary: { method: 'rope', headDim } }),
  } as AttentionOptions;
  const { terms = {}, ...all } = pe.attention(options);
  const results = { ...all, ...terms } as Record<string, Tensor<'float32'>>;

  it.each([
    [0, 1],
    [1, 4],
    [2, 5],
    [3, 3],
    [0, 5],
  ])('from %i to %i', (from, to) => {
    const made = pe.attention({ ...options, rows: [from, to] });
    const some = { ...made, ...made.terms, terms: undefined };
    for (const [name, { data, shape }] of Object.entries(results)) {
      const axis = name === 'output' ? 1 : 2;
      const wanted = [...shape];
      wanted[axis] = to - from;
      const width = shape.slice(axis + 1).reduce((n, m) => n * m, 1);
      const rows = Array.from(data).filter((_, i) => {
        const row = Math.floor(i / width) % queries;
        return row >= from && row < to;
      });
      const one = some[name as 'scores'];
      expect([name, one?.shape]).toEqual([name, wanted]);
      expect([name, Array.from(one?.data ?? [])]).toEqual([name, rows]);
    }
  });
});

it('rows beyond the queries are refused', () => {
  const refused = () => pe.attention({ q, k, rows: [0, queries + 1] });
  expect(thrown(refused)).toMatchObject({
    ...{ code: 'ERR_SHAPE', param: 'rows[1]' },
    message:
      'attention: rows[1] must be at most 5, the number of queries, got 6',
  });
});

it('terms add up to the scores, bit for bit', () => {
  const { softcap: _, causal: __, window: ___, ...open } = everything;
  const { scores, terms = {} } = pe.attention(open);
  expect(Object.keys(terms)).toEqual(['content', 'shaw', 'alibi', 'bias']);
  const sum = new Float32Array(scores.data.length);
  for (const { data } of Object.values(terms)) {
    for (let i = 0; i < sum.length; ++i) {
      sum[i] = (sum[i] as number) + (data[i] as number);
    }
  }
  expect(sum).toEqual(scores.data);
});

it('a soft cap bends the scores, sinks take weight, a gate multiplies', () => {
  const inputs = { q, k, v };
  const plain = pe.attention(inputs);
  const cap = 0.5;
  const capped = pe.attention({ ...inputs, softcap: cap }).scores.data;
  plain.scores.data.forEach((score, i) => {
    expect(capped[i]).toBeCloseTo(cap * Math.tanh(score / cap), 6);
  });
  const sinks = [0, 1, -1, 3];
  const sunk = pe.attention({ ...inputs, sinks }).weights.data;
  for (let row = 0; row < batch * heads * queries; ++row) {
    const scores = plain.scores.data.subarray(row * keys, (row + 1) * keys);
    const sink = Math.exp(sinks[Math.floor(row / queries) % heads] ?? NaN);
    const all = scores.reduce((sum, score) => sum + Math.exp(score), 0);
    const sum = sunk
      .subarray(row * keys, (row + 1) * keys)
      .reduce((total, weight) => total + weight, 0);
    expect(sum).toBeCloseTo(all / (all + sink), 6);
  }
  const gate = made([heads, queries, keys], 8);
  const gated = pe.attention({ ...inputs, gate }).weights.data;
  gated.forEach((weight, i) => {
    const factor = gate.data[i % gate.data.length] ?? NaN;
    const product = Math.fround((plain.weights.data[i] ?? NaN) * factor);
    expect(weight).toBe(product);
  });
});

it('makes queries, keys and values of embeddings with a table', () => {
  const dim = 6;
  const x = made([batch, queries, dim], 11);
  const weight = (rows: number, seed: number) => made([rows, dim], seed);
  const [wq, wk, wv] = [
    weight(heads * headDim, 12),
    weight(keyHeads * headDim, 13),
    weight(keyHeads * valueDim, 14),
  ];
  const outputWeight = made([5, heads * valueDim], 15);
  const table = pe.sinusoidal({ length: queries, dim });
  const added = x.data.map(
    (one, i) => one + 0.5 * (table.data[i % table.data.length] ?? NaN),
  );
  const times = (w: Tensor<'float32'>) =>
    Float32Array.from(
      { length: batch * queries * (w.shape[0] ?? 0) },
      (_, i) => {
        const rows = w.shape[0] ?? 0;
        const [row, out] = [Math.floor(i / rows) * dim, (i % rows) * dim];
        let sum = 0;
        for (let c = 0; c < dim; ++c) {
          sum += (added[row + c] ?? NaN) * (w.data[out + c] ?? NaN);
        }
        return sum;
      },
    );
  const sizes = { batch, heads, keyHeads, headDim };
  const given = pe.attention({
    q: times(wq),
    k: times(wk),
    v: times(wv),
    ...sizes,
  });
  const options = { x, heads, queryWeight: wq, keyWeight: wk, valueWeight: wv };
  const of = { tableScale: 0.5, table: { method: 'sinusoidal' } } as const;
  const result = pe.attention({ ...options, ...of });
  const expected = given.output?.data ?? [];
  result.output?.data.forEach((one, i) => {
    expect(one).toBeCloseTo(expected[i] ?? NaN, 5);
  });
  // The finished table gives the same; the output layer is applied last.
  expect(pe.attention({ ...options, ...of, table })).toEqual(result);
  const behind = pe.attention({ ...options, ...of, outputWeight }).output;
  expect(behind?.shape).toEqual([batch, queries, 5]);
  for (let i = 0; i < batch * queries * 5; ++i) {
    let sum = 0;
    for (let c = 0; c < heads * valueDim; ++c) {
      const value = expected[Math.floor(i / 5) * heads * valueDim + c] ?? NaN;
      sum += value * (outputWeight.data[(i % 5) * heads * valueDim + c] ?? NaN);
    }
    expect(behind?.data[i]).toBeCloseTo(sum, 5);
  }
});

it('factors of queries multiply the scores of their rows', () => {
  const factors = [1, 2, 0.5, 4, 0.25];
  const plain = pe.attention({ q, k }).scores.data;
  const queryScale = tensor(Float32Array.from(factors), [queries]);
  const { data } = pe.attention({ q, k, queryScale }).scores;
  data.forEach((score, i) => {
    const factor = factors[Math.floor(i / keys) % queries] ?? NaN;
    expect(score).toBe((plain[i] ?? NaN) * factor);
  });
});

it('gives the results that are wanted', () => {
  const all = pe.attention({ q, k, v });
  const { output, ...rest } = pe.attention({ q, k, v, outputs: ['output'] });
  expect(rest).toEqual({});
  expect(output?.shape).toEqual(all.output?.shape);
  // Without maps, the sums are rounded elsewhere: attention-output.test.ts.
  output?.data.forEach((x, i) => {
    expect(x).toBeCloseTo(all.output?.data[i] as number, 6);
  });
});

it('scores that overflow are infinite, and never NaN', () => {
  const far = Float32Array.of(3e38, -3e38);
  const { scores, weights } = pe.attention({
    ...{ q: far, k: Float32Array.of(3e38, 3e38, 3e38, -3e38), heads: 1 },
    ...{ headDim: 2, scale: 1 },
  });
  expect(Array.from(scores.data)).toEqual([0, Infinity]);
  expect(Array.from(weights.data)).toEqual([0, 1]);
});

it.each(['attention', 'attentionMap'] as const)(
  '%s says where a signal belongs',
  (method) => {
    const options = { q, k, signal: AbortSignal.abort() } as never;
    expect(thrown(() => pe[method](options))).toMatchObject({
      ...{ code: 'ERR_UNKNOWN_OPTION', param: 'signal' },
      message:
        `${method}: there is no option "signal"; ` +
        `plan({ method: "${method}", … }).runInParts takes it`,
    });
  },
);

it('says that arrays may be lists', () => {
  expect(thrown(() => pe.attention({ q: 5, k } as never))).toMatchObject({
    ...{ code: 'ERR_TYPE', param: 'q' },
    message:
      'attention: q must be a Float32Array, a Float16Array or a tensor of ' +
      'float32, float16 or bfloat16, or lists of numbers, got 5',
  });
});

describe('arguments that do not fit', () => {
  it.each<[string, object, string, string]>([
    [
      'a bias turned',
      { bias: made([heads, keys, queries], 1) },
      'ERR_SHAPE',
      'bias',
    ],
    [
      'no such bias',
      { bias: [{ method: 'alib' }] },
      'ERR_CHOICE',
      'bias[0].method',
    ],
    [
      'a gate as a bias',
      { bias: { method: 'urpe' } },
      'ERR_CHOICE',
      'bias.method',
    ],
    ['sinks of other heads', { sinks: [1, 2] }, 'ERR_SHAPE', 'sinks.length'],
    ['x and q', { x: made([batch, queries, 4], 1) }, 'ERR_CONFLICT', 'x'],
    [
      'a table without x',
      { table: { method: 'sinusoidal' } },
      'ERR_MISSING',
      'x',
    ],
    [
      'another batch',
      { k: made([2, keys, keyHeads, headDim], 1) },
      'ERR_SHAPE',
      'k',
    ],
    ['no batch', { k: item(k, 0) }, 'ERR_SHAPE', 'k'],
    ['a bias of a layer', { queryBias: [1] }, 'ERR_MISSING', 'queryWeight'],
    [
      'an output of nothing',
      { v: undefined, outputs: ['output'] },
      'ERR_MISSING',
      'v',
    ],
    ['no such result', { outputs: ['score'] }, 'ERR_CHOICE', 'outputs[0]'],
    [
      'a result twice',
      { outputs: ['scores', 'scores'] },
      'ERR_RANGE',
      'outputs',
    ],
    ['no result', { outputs: [] }, 'ERR_RANGE', 'outputs'],
  ])('%s', (_, options, code, param) => {
    const run = () => pe.attention({ q, k, v, ...options } as never);
    expect(thrown(run)).toMatchObject({ code, param });
  });
});
