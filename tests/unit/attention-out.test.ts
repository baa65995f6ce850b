/** Attention whose results go into arrays or tensors of the caller. */

import { type AttentionOptions, load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();

const [QUERIES, KEYS, HEADS, WIDTH] = [5, 11, 2, 6];
const floats = (count: number, seed: number) =>
  Float32Array.from(noise(count, seed));

const given = {
  q: floats(QUERIES * HEADS * WIDTH, 1),
  k: floats(KEYS * HEADS * WIDTH, 2),
  v: floats(KEYS * HEADS * WIDTH, 3),
  heads: HEADS,
  headDim: WIDTH,
};
const MAP = HEADS * QUERIES * KEYS;
const OUTPUT = QUERIES * HEADS * WIDTH;
const filled = (count: number) => new Float32Array(count).fill(7);

const calls = {
  plain: {},
  causal: { causal: true, queryStart: 6 },
  'with terms and a gate': {
    bias: { method: 'alibi' },
    gate: { method: 'urpe', table: noise(9 * HEADS, 4), buckets: 8 },
    terms: true,
  },
  'with an output layer': { outputWeight: floats(HEADS * WIDTH * 9, 5) },
} as const;

describe.each(Object.entries(calls))('%s', (_, more) => {
  const options = { ...given, ...more } as AttentionOptions;
  const fresh = pe.attention(options);

  it('fills arrays with the bits of new results, and gives them', () => {
    const out = {
      scores: filled(MAP),
      weights: filled(MAP),
      output: filled(fresh.output?.data.length ?? 0),
    };
    const found = pe.attention({ ...options, out });
    for (const name of ['scores', 'weights', 'output'] as const) {
      expect(found[name]?.data, name).toBe(out[name]);
      expect(found[name]?.shape, name).toEqual(fresh[name]?.shape);
      expect(out[name], name).toEqual(fresh[name]?.data);
    }
    expect(found.terms).toEqual(fresh.terms);
    expect(found.gate).toEqual(fresh.gate);
  });

  it('fills one array beside new results', () => {
    const out = { weights: filled(MAP) };
    const found = pe.attention({ ...options, out });
    expect(found.weights.data).toBe(out.weights);
    expect(found.scores.data).toEqual(fresh.scores.data);
    expect(out.weights).toEqual(fresh.weights.data);
  });

  it('fills the output that is computed without maps', () => {
    const alone = { ...options, terms: false, outputs: ['output'] } as const;
    const want = pe.attention(alone).output?.data;
    const out = { output: filled(want?.length ?? 0) };
    expect(pe.attention({ ...alone, out }).output?.data).toBe(out.output);
    expect(out.output).toEqual(want);
  });
});

it('resident tensors are filled in their place, also where memory grows', () => {
  const length = 700;
  const x = floats(length * 64, 6);
  const options = { q: x, k: x, heads: 1, headDim: 64 };
  const weights = pe.resident({ shape: [1, length, length] });
  const found = pe.attention({
    ...{ ...options, outputs: ['weights'] as const },
    out: { weights },
  });
  expect(found.weights).toBe(weights);
  const want = pe.attention({ ...options, outputs: ['weights'] as const });
  expect(weights.data).toEqual(want.weights.data);
  weights.dispose();
});

it('items of a batch go to their places', () => {
  const twice = (x: Float32Array) =>
    Float32Array.from([...x, ...x.toReversed()]);
  const { q, k, v } = given;
  const batched = { ...given, batch: 2, q: twice(q), k: twice(k), v: twice(v) };
  const want = pe.attention(batched);
  const out = { scores: filled(2 * MAP), output: filled(2 * OUTPUT) };
  pe.attention({ ...batched, out });
  expect(out.scores).toEqual(want.scores.data);
  expect(out.output).toEqual(want.output?.data);
});

describe('a wrong place is refused, and nothing is written', () => {
  const good = filled(MAP);
  const wide = filled(MAP + 4);
  it.each([
    [{}, 'ERR_TYPE', 'out'],
    [5, 'ERR_TYPE', 'out'],
    [[good], 'ERR_TYPE', 'out'],
    [{ scors: good }, 'ERR_UNKNOWN_OPTION', 'out.scors'],
    [{ scores: good, weights: 1 }, 'ERR_TYPE', 'out.weights'],
    [{ scores: new Float64Array(MAP) }, 'ERR_TYPE', 'out.scores'],
    [{ scores: filled(3), weights: good }, 'ERR_SHAPE', 'out.scores.length'],
    [
      {
        scores: { shape: [HEADS, KEYS, QUERIES], dtype: 'float32', data: good },
      },
      'ERR_SHAPE',
      'out.scores.shape',
    ],
    [{ scores: good, output: given.q }, 'ERR_CONFLICT', 'out.output'],
    [
      { scores: wide.subarray(4), weights: wide.subarray(0, MAP) },
      'ERR_CONFLICT',
      'out.weights',
    ],
  ] as const)('%#: $1, $2', (out, code, param) => {
    const before = given.q.slice();
    const error = thrown(() => pe.attention({ ...given, out } as never));
    expect(error).toMatchObject({ code, param });
    expect(good).toEqual(filled(MAP));
    expect(wide).toEqual(filled(MAP + 4));
    expect(given.q).toEqual(before);
  });

  it('of a result that the call does not give', () => {
    const alone = { ...given, outputs: ['output'], out: { scores: good } };
    expect(thrown(() => pe.attention(alone as never))).toMatchObject({
      code: 'ERR_CONFLICT',
      param: 'out.scores',
      message: expect.stringContaining('gives no scores'),
    });
  });
});
