/**
 * Biases inside attention with a factor for each query and head. The oracle is
 * a tensor: the bias alone, multiplied number by number.
 */

import { load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import {
  at,
  classOf,
  DIM,
  dot,
  expectClass,
  HEADS,
  k as keysOf,
  LENGTH,
  q as queriesOf,
} from './class-oracle.js';
import { thrown } from './thrown.js';

const pe = await load();
const [batch, queries, keys, heads, headDim] = [2, 5, 7, 3, 4];
const inputs = {
  q: tensor(noise(batch * queries * heads * headDim, 1), [
    batch,
    queries,
    heads,
    headDim,
  ]),
  k: tensor(noise(batch * keys * heads * headDim, 2), [
    batch,
    keys,
    heads,
    headDim,
  ]),
  v: tensor(noise(batch * keys * heads * headDim, 3), [
    batch,
    keys,
    heads,
    headDim,
  ]),
  causal: true,
};
const table = noise(32 * heads, 4);
const one = noise(queries * heads, 5);
const each = tensor(noise(batch * queries * heads, 6), [batch, queries, heads]);
const plain = { method: 't5Bias', table } as const;
const upstream = noise(batch * queries * heads * headDim, 7);

/** The number of the factor of a place in a map [batch, heads, queries, keys]. */
const placeOf = (n: number, shared: boolean) => {
  const [i, h] = [
    Math.floor(n / keys) % queries,
    Math.floor(n / (queries * keys)) % heads,
  ];
  const item = shared ? 0 : Math.floor(n / (heads * queries * keys));
  return (item * queries + i) * heads + h;
};

describe.each<[string, Float32Array | Tensor<'float32'>]>([
  ['factors for all items', one],
  ['factors of each item', each],
])('%s', (_, queryGate) => {
  const factors = 'data' in queryGate ? queryGate.data : queryGate;
  const shared = factors.length === queries * heads;
  const alone = pe.t5Bias({ table, heads, queries, keys }).data;
  const numberOf = (n: number) => alone[n % alone.length] ?? NaN;
  const map = Float32Array.from(
    { length: batch * alone.length },
    (_, n) => numberOf(n) * (factors[placeOf(n, shared)] ?? NaN),
  );
  const call = { ...inputs, bias: { ...plain, queryGate } };
  const written = {
    ...inputs,
    bias: tensor(map, [batch, heads, queries, keys]),
  };

  it('multiplies the bias of each query', () => {
    const found = pe.attention(call);
    expect(found.scores).toEqual(pe.attention(written).scores);
    expect(pe.attentionMap(call)).toEqual(pe.attentionMap(written));
    const outputs = ['output'] as const;
    const streamed = pe.attention({ ...call, outputs }).output;
    streamed.data.forEach((x, n) => {
      expect(x).toBeCloseTo(found.output.data[n] ?? NaN, 5);
    });
  });

  it('has the gradients by the factors and by the weights of the bias', () => {
    const scoresUpstream = noise(map.length, 8);
    for (const more of [{}, { scoresUpstream }]) {
      const by = pe.attentionGradient({ ...call, ...more, upstream });
      const ofMap = pe.attentionGradient({ ...written, ...more, upstream });
      const flow = (ofMap.bias as Tensor<'float32'>).data;
      const gates = new Float64Array(factors.length);
      flow.forEach((x, n) => {
        gates[placeOf(n, shared)] =
          (gates[placeOf(n, shared)] ?? 0) + x * numberOf(n);
      });
      const found = by.bias as Record<string, Tensor<'float32'>>;
      gates.forEach((x, n) => {
        expect(found.queryGate?.data[n]).toBeCloseTo(x, 4);
      });
      expect(found.queryGate?.shape).toEqual(
        shared ? [queries, heads] : [batch, queries, heads],
      );
      // The rows of the table: a map of their numbers says where each acts.
      const rows = pe.t5Bias({
        ...{ queries, keys, heads },
        table: Float32Array.from(table, (_, n) => Math.floor(n / heads)),
      }).data;
      const sums = new Float64Array(table.length);
      flow.forEach((x, n) => {
        const head = Math.floor(n / (queries * keys)) % heads;
        const to = (rows[n % rows.length] ?? NaN) * heads + head;
        sums[to] = (sums[to] ?? 0) + x * (factors[placeOf(n, shared)] ?? NaN);
      });
      sums.forEach((x, n) => {
        expect(found.table?.data[n]).toBeCloseTo(x, 4);
      });
    }
  });
});

it.each<[string, unknown, string, string]>([
  ['too few', noise(4, 1), 'ERR_SHAPE', 'bias.queryGate.length'],
  ['heads first', tensor(one, [heads, queries]), 'ERR_SHAPE', 'bias.queryGate'],
  ['no numbers', 'sigmoid', 'ERR_TYPE', 'bias.queryGate'],
])('refuses %s', (_, queryGate, code, param) => {
  const bias = { ...plain, queryGate };
  const refused = () => pe.attention({ ...inputs, bias } as never);
  expect(thrown(refused)).toMatchObject({ code, param });
});

describe('WavLM', () => {
  const model = pe.model({
    ...{ model_type: 'wavlm', hidden_size: HEADS * DIM, num_hidden_layers: 1 },
    ...{ num_attention_heads: HEADS, num_buckets: 32, max_bucket_distance: 64 },
  });
  const learned = noise(32 * HEADS, 9);

  it('multiplies the bias by gates of the hidden states', () => {
    // Two gates of each head: sigmoids of the sums of four numbers each.
    const hidden = noise(LENGTH * HEADS * DIM, 10);
    const [weight, summand] = [noise(8 * DIM, 11), noise(8, 12)];
    const constant = noise(HEADS, 13);
    const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
    const gateOf = (i: number, h: number) => {
      const eight = Array.from(
        summand,
        (b, n) =>
          b + dot(weight.subarray(n * DIM, (n + 1) * DIM), at(hidden, i, h)),
      );
      const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
      const [a, b] = [
        sigmoid(sum(eight.slice(0, 4))),
        sigmoid(sum(eight.slice(4))),
      ];
      return a * (b * (constant[h] ?? NaN) - 1) + 2;
    };
    const queryGate = Float32Array.from({ length: LENGTH * HEADS }, (_, n) =>
      gateOf(Math.floor(n / HEADS), n % HEADS),
    );
    const alone = pe.t5Bias({
      ...{ table: learned, heads: HEADS, queries: LENGTH },
      ...{ buckets: 32, maxDistance: 64 },
    }).data;
    expectClass(
      { model, bias: { method: 't5Bias', table: learned, queryGate } },
      classOf((h, i, j) => {
        const content = dot(at(queriesOf, i, h), at(keysOf, j, h));
        const bias = alone[(h * LENGTH + i) * LENGTH + j] ?? NaN;
        return content / Math.sqrt(DIM) + gateOf(i, h) * bias;
      }),
    );
  });

  it('requires the gates', () => {
    const bias = { method: 't5Bias', table: learned };
    const refused = () =>
      pe.attention({ q: queriesOf, k: keysOf, model, bias } as never);
    expect(thrown(refused)).toMatchObject({
      ...{ code: 'ERR_MISSING', param: 'bias.queryGate' },
    });
  });
});
