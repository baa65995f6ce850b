/**
 * Attention whose embeddings are turned before queries and keys are made of
 * them, beside its formulas.
 */

import { load, type Tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { type Call, callOf, checkFormulas } from './attend-formulas.js';
import {
  attend,
  DIM,
  type Given,
  HEADS,
  KEY_HEADS,
  made,
  ROWS,
  VALUE_DIM,
} from './attend-oracle.js';
import { thrown } from './thrown.js';

const pe = await load();
const WIDE = 2 * DIM;

const given: Given = {
  x: made(ROWS * WIDE, 8),
  queryWeight: made(HEADS * DIM * WIDE, 9),
  keyWeight: made(KEY_HEADS * DIM * WIDE, 10),
  valueWeight: made(KEY_HEADS * VALUE_DIM * WIDE, 11),
};
const how = { rotaryOf: 'embeddings', theta: 100 } as const;

checkFormulas([
  ['embeddings that are turned', given, how],
  [
    'embeddings that are turned, and a norm',
    { ...given, queryNorm: made(DIM, 4), keyNorm: made(DIM, 5) },
    { ...how, norm: 'rms', normEpsilon: 0.25, causal: true },
  ],
]);

const upstream = made(ROWS * HEADS * VALUE_DIM, 12);

it('embeddings of keys are turned by the positions of keys', () => {
  const call = callOf(given, how);
  const context = call.x as Tensor<'float32'>;
  expect(pe.attention({ ...call, context })).toEqual(pe.attention(call));
  const alone = pe.attentionGradient({ ...call, upstream });
  const both = pe.attentionGradient({ ...call, context, upstream });
  const sum = both.x?.data.map((x, n) => x + (both.context?.data[n] ?? NaN));
  sum?.forEach((x, n) => {
    expect(x).toBeCloseTo(alone.x?.data[n] ?? NaN, 4);
  });
});

it('has the gradient by the frequencies', () => {
  const call = callOf(given, how);
  const run = (frequencies: number[]) => {
    const rotary = { method: 'rope', headDim: DIM, frequencies } as const;
    return { ...call, rotary };
  };
  const found = pe.attentionGradient({ ...run([1, 0.5, 0.25]), upstream });
  const loss = (middle: number) => {
    const { output } = pe.attention(run([1, middle, 0.25]));
    return output?.data.reduce((sum, x, n) => sum + x * (upstream[n] ?? 0), 0);
  };
  const step = 2 ** -8;
  const slope =
    ((loss(0.5 + step) ?? NaN) - (loss(0.5 - step) ?? NaN)) / (2 * step);
  expect(found.frequencies?.data[1]).toBeCloseTo(slope, 2);
});

it.each<[string, object, string, string]>([
  [
    'queries',
    {
      x: undefined,
      q: made(ROWS * HEADS * DIM, 1),
      k: made(60, 2),
      queryWeight: undefined,
      keyWeight: undefined,
      valueWeight: undefined,
    },
    'ERR_MISSING',
    'x',
  ],
  ['an unknown word', { rotaryOf: 'keys' }, 'ERR_CHOICE', 'rotaryOf'],
])('refuses %s', (_, options, code, param) => {
  const call = { ...callOf(given, how), ...options };
  expect(thrown(() => pe.attention(call as never))).toMatchObject({
    ...{ code, param },
  });
});

it('refuses embeddings that cannot be cut into heads', () => {
  const wide = DIM + 1;
  const call = callOf(
    {
      ...{ x: made(ROWS * wide, 8), queryWeight: made(HEADS * DIM * wide, 9) },
      ...{ keyWeight: made(KEY_HEADS * DIM * wide, 10) },
      valueWeight: made(KEY_HEADS * VALUE_DIM * wide, 11),
    },
    how,
  );
  expect(thrown(() => pe.attention(call))).toMatchObject({
    ...{ code: 'ERR_SHAPE', param: 'x' },
    message:
      `attention: x must be such that the last axis is a multiple of ` +
      `headDim = ${DIM}, got ${wide}`,
  });
});

describe.each([
  ['wav2vec2-conformer', {}, undefined],
  ['wav2vec2-bert', {}, undefined],
  [
    'seamless_m4t',
    { speech_encoder_layers: 1, speech_encoder_attention_heads: HEADS },
    'audio',
  ],
])('%s', (model_type, more, tower) => {
  const model = pe.model({
    ...{ model_type, hidden_size: HEADS * DIM, num_hidden_layers: 1 },
    ...{ num_attention_heads: HEADS, position_embeddings_type: 'rotary' },
    ...{ rotary_embedding_base: 100, ...more },
  });
  const layer = { model, ...(tower && { tower }) };

  it('turns hidden states before queries and keys are made of them', () => {
    const width = HEADS * DIM;
    const x = made(ROWS * width, 8);
    const queryWeight = made(width * width, 9);
    // The oracle has fewer key heads: each serves as many query heads.
    const keys = made(KEY_HEADS * DIM * width, 10);
    const values = made(KEY_HEADS * DIM * width, 11);
    const each = (weight: number[]) =>
      Array.from({ length: HEADS }, (_, h) => {
        const own = Math.floor((h * KEY_HEADS) / HEADS) * DIM * width;
        return weight.slice(own, own + DIM * width);
      }).flat();
    const wanted = attend(
      { x, queryWeight, keyWeight: keys, valueWeight: values },
      { rotaryOf: 'embeddings', theta: 100 },
    );
    const { scores } = pe.attention({
      ...layer,
      x: { data: Float32Array.from(x), shape: [ROWS, width], dtype: 'float32' },
      ...{ queryWeight, keyWeight: each(keys), valueWeight: each(values) },
    } as unknown as Call);
    scores.data.forEach((score, n) => {
      expect(score).toBeCloseTo(wanted.scores[n] ?? NaN, 3);
    });
  });

  it('refuses queries', () => {
    const q = made(ROWS * HEADS * DIM, 1);
    const call = { q, k: q, ...layer };
    expect(thrown(() => pe.attention(call as never))).toMatchObject({
      ...{ code: 'ERR_MISSING', param: 'x' },
    });
  });
});
