/** Attention as a layer of a model computes it. */

import { load, type Model } from 'posenc';
import { describe, expect, it } from 'vitest';
import { familyWords } from '../../bindings/src/models/records.js';
import { thrown } from './thrown.js';

const pe = await load();

const noise = (count: number, seed: number) =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(1.3 * i * seed + 1));

const weights = (shape: readonly number[], seed: number) => ({
  data: noise(
    shape.reduce((a, b) => a * b, 1),
    seed,
  ),
  shape,
  dtype: 'float32' as const,
});

/** Queries, keys and values for the heads of a layer. */
function inputs(model: Model, index = 0, queries = 7, keys = queries) {
  const { heads, keyHeads, headDim } = model.layers[
    index
  ] as Model['layers'][0];
  return {
    q: noise(queries * heads * headDim, 1),
    k: noise(keys * keyHeads * headDim, 2),
    v: noise(keys * keyHeads * headDim, 3),
  };
}

const small = {
  ...{ hidden_size: 32, num_hidden_layers: 4, num_attention_heads: 4 },
  ...{ max_position_embeddings: 64 },
};

/** The call that a layer stands for, written out. */
type Cases = readonly (readonly [
  name: string,
  config: object,
  layer: number,
  options: (model: Model) => object,
])[];

const rope = (headDim: number, theta = 10000) =>
  ({ method: 'rope', headDim, theta }) as const;
const table = (rows: number) => weights([rows, 4], 5);

const cases: Cases = [
  [
    'grouped heads and a rope',
    { model_type: 'llama', ...small, num_key_value_heads: 2, rope_theta: 500 },
    3,
    () => ({
      ...{ heads: 4, keyHeads: 2, headDim: 8, causal: true },
      rotary: rope(8, 500),
    }),
  ],
  [
    'a sliding window and a soft cap',
    {
      ...{ model_type: 'gemma2', ...small, head_dim: 8, sliding_window: 3 },
      ...{ num_key_value_heads: 4, query_pre_attn_scalar: 16 },
      attn_logit_softcapping: 0.5,
    },
    0,
    () => ({
      ...{ heads: 4, headDim: 8, causal: true, scale: 0.25, softcap: 0.5 },
      ...{ window: [2, 0], rotary: rope(8) },
    }),
  ],
  [
    'ALiBi',
    { model_type: 'mpt', d_model: 32, n_heads: 4, n_layers: 1 },
    0,
    () => ({
      ...{ heads: 4, headDim: 8, causal: true, bias: { method: 'alibi' } },
    }),
  ],
  [
    "Falcon's scaled ALiBi",
    { model_type: 'falcon', ...small, alibi: true, multi_query: false },
    0,
    () => ({
      ...{ heads: 4, headDim: 8, causal: true },
      bias: { method: 'alibi', biasScale: 1 / Math.sqrt(8) },
    }),
  ],
  [
    'chunks',
    {
      ...{ model_type: 'llama4_text', ...small, num_key_value_heads: 4 },
      ...{ head_dim: 8, attention_chunk_size: 3, no_rope_layers: [1, 1, 1, 0] },
      rope_theta: 10000,
    },
    1,
    () => ({
      ...{ heads: 4, headDim: 8, causal: true },
      rotary: { ...rope(8), layout: 'interleaved' },
      chunk: 3,
    }),
  ],
];

describe.each(cases)('%s', (_, config, layer, options) => {
  it('is the same call written out', () => {
    const model = pe.model(config);
    const given = inputs(model, layer);
    const found = pe.attention({ ...given, model, layer });
    const wanted = pe.attention({ ...given, ...options(model) });
    expect(found).toEqual(wanted);
  });
});

it('takes learned tables as specs of their methods', () => {
  const config = { model_type: 't5', d_model: 32, d_kv: 8, num_heads: 4 };
  const model = pe.model({ ...config, num_layers: 2 });
  const given = inputs(model);
  const bias = { method: 't5Bias', table: table(32) } as const;
  for (const [tower, causal] of [
    ['encoder', false],
    ['decoder', true],
  ] as const) {
    const found = pe.attention({ ...given, model, tower, bias });
    const wanted = pe.attention({
      ...given,
      ...{ heads: 4, headDim: 8, scale: 1, causal },
      bias: { ...bias, bidirectional: !causal },
    });
    expect(found).toEqual(wanted);
    const call = () => pe.attention({ ...given, model, tower });
    expect(thrown(call)).toMatchObject({
      ...{ param: 'bias.table', code: 'ERR_MISSING' },
    });
  }
});

it('adds DeBERTa with its own factor of scores', () => {
  const model = pe.model({
    ...{ model_type: 'deberta-v2', ...small, relative_attention: true },
    ...{ position_buckets: 4, pos_att_type: 'p2c|c2p', share_att_key: true },
  });
  const given = inputs(model);
  const learned = {
    method: 'deberta',
    table: weights([8, 32], 4),
    keyWeight: weights([32, 32], 5),
    queryWeight: weights([32, 32], 6),
  } as const;
  const found = pe.attention({
    ...given,
    model,
    relative: learned,
    terms: true,
  });
  const wanted = pe.attention({
    ...given,
    ...{ heads: 4, headDim: 8, terms: true },
    relative: { ...learned, buckets: 4, maxRelativePositions: 64 },
  });
  expect(found).toEqual(wanted);
});

it('lets options that are given take precedence', () => {
  const model = pe.model({ model_type: 'llama', ...small });
  const given = inputs(model);
  const found = pe.attention({ ...given, model, causal: false, scale: 2 });
  const wanted = pe.attention({
    ...given,
    ...{ heads: 4, headDim: 8, scale: 2, rotary: rope(8) },
  });
  expect(found).toEqual(wanted);
});

it('gives gradients of a layer', () => {
  const model = pe.model({ model_type: 'mpt', d_model: 32, n_heads: 4 });
  const given = { ...inputs(model), upstream: noise(7 * 32, 9) };
  const found = pe.attentionGradient({ ...given, model, layer: 1 });
  const written = { heads: 4, headDim: 8, causal: true } as const;
  const bias = { method: 'alibi' } as const;
  const wanted = pe.attentionGradient({ ...given, ...written, bias: [bias] });
  expect(found).toEqual(wanted);
});

it.each<[string, object, string, string]>([
  ['a layer beyond the last', { layer: 4 }, 'layer', 'ERR_RANGE'],
  ['a tower that is not there', { tower: 'vision' }, 'tower', 'ERR_CHOICE'],
  ['a tower that is no name', { tower: 3 }, 'tower', 'ERR_TYPE'],
  ['no model', { model: undefined, layer: 1 }, 'layer', 'ERR_RANGE'],
  ['something else', { model: { layers: 3 } }, 'model', 'ERR_TYPE'],
  ['heads that no key heads divide', { heads: 3 }, 'keyHeads', 'ERR_SHAPE'],
])('refuses %s', (_, options, param, code) => {
  const model = pe.model({ model_type: 'llama', ...small });
  const call = () =>
    pe.attention({ ...inputs(model), model, ...options } as never);
  expect(thrown(call)).toMatchObject({ param, code });
});

it('refuses a layer without attention', () => {
  const model = pe.model({ model_type: 'mamba', ...small });
  const { layers } = model;
  const q = noise(8, 1);
  expect(layers[0]?.attention).toBeNull();
  const call = () => pe.attention({ q, k: q, model });
  expect(thrown(call)).toMatchObject({ param: 'layer', code: 'ERR_RANGE' });
});

const relatives = new Set([
  ...['shaw', 'relativeKey', 'deberta', 'decomposedBias', 'relativeLogits'],
  ...['transformerXL', 'xlnet'],
]);

/** The axes of a rope that turns the cells of an image. */
function cellAxes({
  spec,
}: Model['layers'][0]): readonly unknown[] | undefined {
  const axes = spec?.axes;
  if (axes?.type === 'mixed') return axes.frequencies as readonly unknown[];
  if (axes?.type !== 'axial') return undefined;
  return axes.widths ?? Array(axes.count ?? 2).fill(0);
}

/** The weights that a layer says it lacks, as specs of their methods. */
function lacking(layer: Model['layers'][0]) {
  const { positions, details, heads, sinks, norm } = layer;
  const cells = cellAxes(layer);
  const specs = positions.flatMap((spec, at) => {
    const { missing = {} } = details[at] ?? {};
    const required = Object.entries(missing).filter(([, one]) => !one.optional);
    const given = required.map(([name, { shape }]) => [
      name,
      weights(
        shape.map((length) => length ?? 2),
        5,
      ),
    ]);
    const whole = {
      ...{ method: spec.method, ...Object.fromEntries(given) },
      // The places of two boxes.
      ...(details[at]?.facts.axis !== undefined && { keyPositions: [3, 8] }),
      ...(details[at]?.facts.gated === true && {
        queryGate: weights([2, heads], 8),
      }),
    };
    return required.length > 0 ? [whole] : [];
  });
  return {
    bias: specs.filter(({ method }) => !relatives.has(method)),
    relative: specs.filter(({ method }) => relatives.has(method)),
    ...(sinks && { sinks: noise(heads, 6) }),
    // Two cells of an image.
    ...(cells && { keyAxisPositions: cells.map(() => [0, 1]) }),
    ...Object.fromEntries(
      Object.entries(norm?.missing ?? {}).map(([name, { shape }]) => [
        name,
        weights(shape as number[], 7),
      ]),
    ),
  };
}

it.each(familyWords)('%s: computes, or says what its class does', (name) => {
  let model: Model;
  try {
    model = pe.model({ model_type: name });
  } catch {
    return;
  }
  const layer = model.layers[0];
  if (!layer || layer.heads * layer.headDim > 2 ** 14) return;
  const { bias, relative, ...more } = lacking(layer);
  const one = noise(layer.keyHeads * layer.headDim, 1);
  const given = layer.attention === null ? {} : inputs(model, 0, 2);
  const call = () =>
    pe.attention({
      ...{ q: one, k: one, ...given, model, ...more },
      ...(bias.length > 0 && { bias }),
      ...(relative.length > 0 && { relative }),
    } as { q: Float32Array; k: Float32Array });
  const refused =
    layer.attention === null ||
    (layer.attention === 'sparse' && !layer.blocks) ||
    layer.lacks.some(({ keys = 0 }) => keys < 2) ||
    layer.heads % layer.keyHeads > 0 ||
    (!layer.rope && layer.positions.some(({ method }) => method === 'rope'));
  if (refused) {
    const error = thrown(call);
    expect(error).toMatchObject({ code: expect.stringMatching(/RANGE|SHAPE/) });
    expect(`${error}`).toMatch(/attention: (layer|q|keyHeads)/);
    return;
  }
  expect(call().weights.data.every(Number.isFinite)).toBe(true);
});
