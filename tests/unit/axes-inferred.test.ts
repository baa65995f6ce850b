/**
 * What shapes say: sizes that are left out follow from them, arrays without a
 * shape are judged by their count, and a shape that says something else than the
 * options is refused.
 */

import { load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

/** A tensor of numbers that are all different. */
function made(...shape: readonly number[]): Tensor<'float32'> {
  const count = shape.reduce((product, length) => product * length, 1);
  const data = Float32Array.from({ length: count }, (_, i) => Math.sin(i + 1));
  return tensor(data, shape);
}

type Options = Readonly<Record<string, unknown>>;
const call = (method: string, options: Options) =>
  pe.make({ method, ...options } as never) as unknown as Tensor<'float32'>;

const grid = [2, 3];
const places = { queries: 5, keys: 7 };
const layers = [
  { weight: made(7, 1), bias: made(7) },
  { weight: made(4, 7), bias: made(4) },
];
const fire = {
  ...{ hiddenWeight: made(7), hiddenBias: made(7) },
  ...{ outWeight: made(4, 7), outBias: made(4) },
};
const swin = {
  ...{ firstWeight: made(9, 2), firstBias: made(9), secondWeight: made(4, 9) },
  grid,
};
const content = { q: made(5, 4, 6), k: made(7, 2, 6) };
const basis = { method: 'sinusoidal', dim: 6 };

describe('sizes that a shape says', () => {
  it.each<[string, Options, Options]>([
    ['t5Bias', { table: made(16, 4), ...places }, { heads: 4, buckets: 16 }],
    ['t5Bias', { table: made(16, 4), heads: 4, ...places }, { buckets: 16 }],
    ['t5Bias', { table: made(32, 4), ...places }, { heads: 4, buckets: 32 }],
    ['clippedBias', { table: made(9, 4), left: 5, ...places }, { right: 3 }],
    ['clippedBias', { table: made(9, 4), right: 3, ...places }, { left: 5 }],
    ['gridBias', { table: made(15, 4), grid }, { heads: 4 }],
    ['distanceBias', { table: made(6, 4), grid }, { heads: 4 }],
    ['basisBias', { table: made(6, 4), basis, ...places }, { heads: 4 }],
    ['alibi', { slopes: made(4), ...places }, { heads: 4 }],
    ['alibi', { slopes: [0.5, 0.25, 0.125], ...places }, { heads: 3 }],
    ['alibi', { rightSlopes: made(4, 1, 1), ...places }, { heads: 4 }],
    ['kerple', { exponent: new Float32Array(4), ...places }, { heads: 4 }],
    ['fire', { ...fire, ...places }, { heads: 4 }],
    ['dynamicBias', { layers, ...places }, { heads: 4 }],
    ['continuousGridBias', swin, { heads: 4, hidden: 9 }],
    ['forgetting', { gates: made(7, 4), ...places }, { heads: 4 }],
    ['urpe', { table: made(33, 4), ...places }, { heads: 4, buckets: 32 }],
    [
      'urpe',
      { table: made(15, 4), form: 'offset', ...places },
      { heads: 4, maxLength: 8 },
    ],
    ['shaw', { ...content, keyTable: made(9, 6), left: 5 }, { right: 3 }],
    ['shaw', { ...content, keyTable: made(9, 6) }, { left: 4, right: 4 }],
    ['relativeKey', { ...content, table: made(15, 6) }, { maxPosition: 8 }],
    [
      'relativeLogits',
      { ...content, relative: made(5, 4, 3), table: made(3, 8) },
      { dim: 3, extent: 8 },
    ],
    [
      'transformerXL',
      { ...content, positionWeight: made(24, 10) },
      { dim: 10 },
    ],
    ['learned', { table: made(12, 8), length: 9 }, { dim: 8, tableLength: 12 }],
    ['tile', { table: made(12, 8), length: 9 }, { dim: 8, tableLength: 12 }],
    ['windowed', { table: made(12, 8), length: 9 }, { dim: 8, window: 12 }],
    [
      'complexOrder',
      { amplitude: made(9, 6), dim: 6, length: 1 },
      { words: 9 },
    ],
    ['biasGradient', { bias: 'kerple', upstream: made(4, 5, 7) }, places],
  ])('%s of %o', (method, left, given) => {
    const bias = { method: 'kerple', scale: new Float32Array(4).fill(1) };
    const options = 'bias' in left ? { ...left, bias } : left;
    const got = call(method, options);
    expect(got).toEqual(call(method, { ...options, ...given }));
  });

  it('are those of the other weights of TUPE', () => {
    const weights = { queryWeight: made(24, 10), keyWeight: made(24, 10) };
    const table = { table: made(33, 10), relativeTable: made(17, 4) };
    const options = { ...content, ...weights, ...table };
    const got = call('tupe', options);
    expect(got).toEqual(call('tupe', { ...options, buckets: 16 }));
  });

  it('are those of a method that stands alone, without queries and keys', () => {
    const weights = { queryWeight: made(24, 10), keyWeight: made(24, 10) };
    const tupe = { ...weights, table: made(9, 10), queries: 5 };
    const absolute = pe.tupe({ ...tupe, heads: 4, headDim: 6 });
    expect(pe.tupe({ ...tupe, heads: 4 })).toEqual(absolute);
    const relative = { ...tupe, relativeTable: made(33, 4) };
    expect(pe.tupe(relative)).toEqual(
      pe.tupe({ ...relative, heads: 4, headDim: 6 }),
    );
    const logits = { relative: made(5, 4, 3), table: made(3, 8) };
    expect(pe.relativeLogits(logits)).toEqual(
      pe.relativeLogits({ ...logits, heads: 4, queries: 5 }),
    );
    const { data } = weights.queryWeight;
    const flat = { ...tupe, heads: 4, queryWeight: data, keyWeight: data };
    const error = thrown(() => pe.tupe(flat));
    expect(error).toMatchObject({ code: 'ERR_MISSING', param: 'headDim' });
  });
});

describe('arrays that are not turned', () => {
  const options = { heads: 4, ...places };
  const table = made(32, 4);
  const want = pe.t5Bias({ ...options, table });

  it.each<[string, unknown]>([
    ['an array', table.data],
    ['a list', [...table.data]],
    ['a tensor of one axis', tensor(table.data, [128])],
    ['axes of length 1 before', tensor(table.data, [1, 32, 4])],
    [
      'rows',
      Array.from({ length: 32 }, (_, i) => [
        ...table.data.subarray(4 * i, 4 * i + 4),
      ]),
    ],
  ])('%s', (_, value) => {
    expect(pe.t5Bias({ ...options, table: value as never })).toEqual(want);
  });

  it('a vector with axes of length 1 on either side', () => {
    const slopes = new Float32Array([0.5, 0.25, 0.125, 1]);
    const vector = pe.alibi({ ...options, slopes });
    for (const shape of [
      [4, 1, 1],
      [1, 4],
      [1, 1, 4],
    ]) {
      const turned = tensor(slopes, shape);
      expect(pe.alibi({ ...options, slopes: turned })).toEqual(vector);
    }
  });
});

describe('the message of a refusal', () => {
  const { data } = made(32, 4);
  it.each<[string, string, Options, string]>([
    [
      't5Bias: table must be [buckets, heads] = [32, 4], got [4, 32]',
      't5Bias',
      { table: tensor(data, [4, 32]), heads: 4, queries: 6 },
      'table',
    ],
    [
      't5Bias: table must be [buckets, heads] = [32, 4], got [4, 32]; give ' +
        'heads if it is right',
      't5Bias',
      { table: tensor(data, [4, 32]), queries: 6 },
      'table',
    ],
    [
      't5Bias: table must be [buckets, heads] = [32, 4], got [32, 2, 2]',
      't5Bias',
      { table: tensor(data, [32, 2, 2]), heads: 4, buckets: 32, queries: 6 },
      'table',
    ],
    [
      'shaw: keyTable must be [left + right + 1, headDim] = [9, 6] or [heads, ' +
        'left + right + 1, headDim] = [4, left + right + 1, 6], got [6, 9]',
      'shaw',
      { ...content, keyTable: made(6, 9) },
      'keyTable',
    ],
    [
      'learned: table must be [rows, dim] = [12, 8], got [8, 12]',
      'learned',
      { table: made(8, 12), dim: 8, length: 3 },
      'table',
    ],
    [
      'attention: bias must be [heads, queries, keys] = [4, 5, 7] or [1, ' +
        'queries, keys] = [1, 5, 7] or [queries, keys] = [5, 7], got [5, 4, 7]',
      'attention',
      { ...content, bias: made(5, 4, 7) },
      'bias',
    ],
    [
      'attention: bias.table must be [buckets, heads] = [32, 4], got [4, 32]',
      'attention',
      { ...content, bias: { method: 't5Bias', table: made(4, 32) } },
      'bias.table',
    ],
  ])('%s', (message, method, options, param) => {
    const error = thrown(() => call(method, options));
    expect(error).toMatchObject({ code: 'ERR_SHAPE', param, message });
  });

  it('refuses a table of rows that are too many or too few on a side', () => {
    const of = { table: made(9, 4), left: 9, ...places };
    const error = thrown(() => call('clippedBias', of));
    expect(error).toMatchObject({ code: 'ERR_SHAPE', param: 'left' });
    const both = thrown(() => call('clippedBias', { ...of, left: undefined }));
    expect(both).toMatchObject({ code: 'ERR_MISSING', param: 'left' });
    const even = { table: made(16, 4), form: 'offset', ...places };
    const rows = thrown(() => call('urpe', even));
    expect(rows).toMatchObject({ code: 'ERR_SHAPE', param: 'table.rows' });
  });

  it('says which option is missing where no shape does', () => {
    for (const method of ['t5Bias', 'kerple', 'alibi', 'urpe']) {
      const error = thrown(() => call(method, places));
      expect(error).toMatchObject({ code: 'ERR_MISSING', param: 'heads' });
    }
    const flat = { table: new Float32Array(128), ...places };
    const error = thrown(() => call('t5Bias', flat));
    expect(error).toMatchObject({ code: 'ERR_MISSING', param: 'heads' });
  });
});

describe('a step of an optimiser', () => {
  const [table, turned] = [made(3, 4), made(4, 3)];

  it('takes a gradient of the shape of its table, or without one', () => {
    for (const gradient of [made(3, 4), table.data.slice(), made(12)]) {
      expect(() => pe.optimiser().step(made(3, 4), gradient)).not.toThrow();
    }
    expect(() => pe.optimiser().step(made(1, 3, 4), made(3, 4))).not.toThrow();
    expect(() => pe.optimiser().step(made(3, 4), made(1, 3, 4))).not.toThrow();
  });

  it('refuses a turned gradient', () => {
    expect(thrown(() => pe.optimiser().step(table, turned))).toMatchObject({
      ...{ code: 'ERR_SHAPE', param: 'gradient', value: [4, 3] },
      message: 'optimiser.step: gradient must be [3, 4], got [4, 3]',
    });
  });

  it('refuses a turned table in a later step', () => {
    const optimiser = pe.optimiser();
    optimiser.step(table, made(3, 4));
    const error = thrown(() => optimiser.step(turned, made(4, 3)));
    expect(error).toMatchObject({ code: 'ERR_SHAPE', param: 'table' });
    const { data } = table;
    const late = thrown(() => optimiser.step(data, turned));
    expect(late).toMatchObject({ code: 'ERR_SHAPE', param: 'gradient' });
  });
});
