/**
 * Biases inside attention at positions of their own, such as places on a page.
 * The oracle is the bias alone at these positions, as a tensor.
 */

import { load, type Tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import type { Call } from './attend-formulas.js';
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
const [queries, keys, heads, headDim] = [5, 7, 2, 4];
const inputs = {
  q: noise(queries * heads * headDim, 1),
  k: noise(keys * heads * headDim, 2),
  v: noise(keys * heads * headDim, 3),
  ...{ heads, headDim, causal: true },
};
const table = noise(32 * heads, 4);
const places = {
  keyPositions: [40, 3, 3, 90, 12, 70, 8],
  queryPositions: [3, 90, 12, 70.5, 8],
};

describe.each([
  ['T5', { method: 't5Bias', table }, ['table']],
  ['ALiBi', { method: 'alibi', slopes: noise(heads, 5) }, ['slopes']],
  ['T5 of keys that count up', { method: 't5Bias', table }, ['table'], {}],
] as const)('%s', (_, spec, weights, own = places) => {
  const bias = { ...spec, ...own };
  const wanted = pe.make({ ...bias, heads, queries, keys } as never);
  const [call, written] = [bias, wanted].map(
    (first) => ({ ...inputs, bias: [first, { method: 'alibi' }] }) as never,
  ) as unknown as [Call, Call];
  const upstream = noise(queries * heads * headDim, 6);

  it('is the bias of these positions', () => {
    expect(pe.attention(call)).toEqual(pe.attention(written));
    expect(pe.attentionMap(call)).toEqual(pe.attentionMap(written));
    const outputs = ['output'] as const;
    const [one, other] = [call, written].map(
      (options) => pe.attention({ ...options, outputs }).output,
    );
    one?.data.forEach((x, n) => {
      expect(x).toBeCloseTo(other?.data[n] ?? NaN, 5);
    });
  });

  it.each(weights)('has the gradient by %s', (name) => {
    const { bias: found } = pe.attentionGradient({ ...call, upstream });
    const { bias: ofMap } = pe.attentionGradient({ ...written, upstream });
    const by = (found as never as Record<string, Tensor>[])[0]?.[name];
    const [map] = ofMap as never as Tensor<'float32'>[];
    // Each weight moves the map; its slope is that of the map along the way.
    const data = (spec as never as Record<string, Float32Array>)[name];
    const mapOf = (x: Float32Array) =>
      (pe.make({ ...bias, [name]: x, heads, queries, keys } as never) as Tensor)
        .data;
    const step = 2 ** -6;
    data?.forEach((was, n) => {
      const [up, down] = [step, -step].map((by) => {
        const moved = Float32Array.from(data);
        moved[n] = was + by;
        return mapOf(moved);
      });
      const slope = map?.data.reduce(
        (sum, x, m) =>
          sum + (x * (Number(up?.[m]) - Number(down?.[m]))) / (2 * step),
        0,
      );
      expect(Number(by?.data[n])).toBeCloseTo(slope ?? NaN, 3);
    });
  });
});

it('takes the last of the keys for queries without positions', () => {
  const { keyPositions } = places;
  const bias = { method: 't5Bias', table, keyPositions } as const;
  const queryPositions = keyPositions.slice(-queries);
  expect(pe.attention({ ...inputs, bias })).toEqual(
    pe.attention({ ...inputs, bias: { ...bias, queryPositions } }),
  );
});

it.each<[string, object, string]>([
  ['too few keys', { keyPositions: [1, 2] }, 'bias.keyPositions.length'],
  [
    'too many queries',
    { queryPositions: places.keyPositions },
    'bias.queryPositions.length',
  ],
])('refuses %s', (_, own, param) => {
  const bias = { method: 't5Bias', table, ...own };
  const refused = () => pe.attention({ ...inputs, bias } as never);
  expect(thrown(refused)).toMatchObject({ code: 'ERR_SHAPE', param });
});

/** The bucket of a distance in both directions, from its thresholds. */
function bucketOf(r: number, buckets: number, farthest: number): number {
  const half = buckets / 2;
  const near = half / 2;
  const n = Math.abs(r);
  const far =
    near +
    Math.floor(
      (Math.log(n / near) / Math.log(farthest / near)) * (half - near) + 1e-9,
    );
  return (r > 0 ? half : 0) + (n < near ? n : Math.min(far, half - 1));
}

const xs = [10, 10, 240, 500, 500, 730, 999, 0, 37];
const ys = [5, 300, 5, 20, 21, 600, 601, 900, 902];

it('LayoutLMv3 adds biases by the places of boxes', () => {
  const model = pe.model({
    ...{ model_type: 'layoutlmv3', hidden_size: HEADS * DIM },
    ...{ num_hidden_layers: 1, num_attention_heads: HEADS },
    ...{ has_relative_attention_bias: true, has_spatial_attention_bias: true },
  });
  const tables = [32, 64, 64].map((rows, n) => noise(rows * HEADS, 7 + n));
  const bias = [
    { method: 't5Bias', table: tables[0] },
    { method: 't5Bias', table: tables[1], keyPositions: xs },
    { method: 't5Bias', table: tables[2], keyPositions: ys },
  ];
  const scale = 1 / Math.sqrt(DIM);
  const sides = [Array.from({ length: LENGTH }, (_, n) => n), xs, ys];
  expectClass(
    { model, bias },
    classOf((h, i, j) => {
      const biases = sides.map((at, n) => {
        const r = (at[j] ?? NaN) - (at[i] ?? NaN);
        const bucket = n ? bucketOf(r, 64, 256) : bucketOf(r, 32, 128);
        return tables[n]?.[bucket * HEADS + h] ?? NaN;
      });
      const sum = biases.reduce((a, b) => a + b, 0);
      return scale * (dot(at(queriesOf, i, h), at(keysOf, j, h)) + sum);
    }),
  );
  const first = bias.slice(0, 2);
  const refused = () =>
    pe.attention({ q: queriesOf, k: keysOf, model, bias: first } as never);
  expect(thrown(refused)).toMatchObject({
    ...{ code: 'ERR_MISSING', param: 'bias.keyPositions' },
    message: expect.stringContaining('boxes on axis y'),
  });
});

it('UDOP counts hundredths of the page', () => {
  const model = pe.model({
    ...{ model_type: 'udop', d_model: HEADS * DIM, d_kv: DIM },
    ...{ num_layers: 1, num_heads: HEADS },
  });
  const tables = [0, 1, 2].map((n) => noise(32 * HEADS, 7 + n));
  const [across, down] = [xs, ys].map((list) => list.map((x) => x / 1000));
  const bias = [
    { method: 't5Bias', table: tables[0] },
    { method: 't5Bias', table: tables[1], keyPositions: across },
    { method: 't5Bias', table: tables[2], keyPositions: down },
  ];
  const sides = [across, down];
  expectClass(
    { model, tower: 'encoder', bias },
    classOf((h, i, j) => {
      const near = tables[0]?.[bucketOf(j - i, 32, 128) * HEADS + h] ?? NaN;
      const biases = sides.map((at, n) => {
        const r = Math.fround(((at?.[j] ?? NaN) - (at?.[i] ?? NaN)) * 100);
        const bucket = bucketOf(Math.trunc(r), 32, 100);
        return tables[n + 1]?.[bucket * HEADS + h] ?? NaN;
      });
      const content = dot(at(queriesOf, i, h), at(keysOf, j, h));
      return biases.reduce((a, b) => a + b, content + near);
    }),
  );
});
