/**
 * Specs: `make` gives the same as the method's function, `plan` predicts the
 * result, and the parts of a plan make the whole.
 */

import { create, load, type Spec, type Tensor } from 'posenc';
import { type MethodDescription, methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../support/same.js';
import { thrown } from './thrown.js';

const pe = await load();

type Options = Readonly<Record<string, unknown>>;

/** A method's function, for options that are only known at run time. */
const call = (name: string, options: Options): Tensor =>
  (pe[name as 'sinusoidal'] as (options: unknown) => Tensor)(options);

/** A spec whose method is only known at run time. */
const specOf = (method: string, options: Options) =>
  ({ method, ...options }) as unknown as Spec;

const tables = Object.values<MethodDescription>(methods)
  .filter(({ family }) => family === 'table')
  .map(({ name, example = {}, parameters }) => ({ name, example, parameters }));

describe.each(tables)('$name', ({ name, example, parameters }) => {
  const whole = call(name, example);

  it('is made from JSON', () => {
    const json = JSON.stringify(specOf(name, example));
    const made = pe.make(JSON.parse(json) as Spec) as Tensor;
    expect(made.shape).toEqual(whole.shape);
    expectSame(made.data, whole.data);
  });

  it.each(['float32', 'float64', 'float16'] as const)(
    'has the shape and the %s bytes of its plan',
    (dtype) => {
      const plan = pe.plan(specOf(name, { ...example, dtype }));
      const table = call(name, { ...example, dtype });
      expect(plan).toMatchObject({
        ...{ method: name, dtype, shape: table.shape },
        bytes: table.data.byteLength,
        rows: [0, table.shape[0]],
      });
      expect(plan.cost).toBeGreaterThan(0);
      const made = plan.run() as Tensor;
      expectSame(made.data, table.data);
    },
  );

  it.each([1, 1000, 4096])(
    'is the same when joined from parts of %i bytes',
    (bytes) => {
      const parts = [...pe.plan(specOf(name, example)).cut(bytes)];
      const data = parts.map((part) => (pe.make(part) as Tensor).data);
      const rowBytes = whole.data.byteLength / (whole.shape[0] ?? 1);
      for (const part of data) {
        expect(part.byteLength).toBeLessThanOrEqual(Math.max(bytes, rowBytes));
      }
      const joined = Float32Array.from(data.flatMap((part) => [...part]));
      expectSame(joined, whole.data);
    },
  );

  // Tables of `code` and learned tables have a last position.
  const endless = 'length' in parameters && !('table' in parameters);
  it.runIf(endless && name !== 'code')(
    'is planned without allocating',
    async () => {
      const own = await create();
      const { heapBytes } = own;
      const plan = own.plan(specOf(name, { ...example, length: 2 ** 20 }));
      expect(plan.shape?.[0]).toBe(2 ** 20);
      expect(own.heapBytes).toBe(heapBytes);
    },
  );
});

it('parts of a range of rows stay within it', () => {
  const spec = { length: 1000, dim: 8, rows: [100, 300] } as const;
  const plan = pe.plan({ method: 'sinusoidal', ...spec });
  expect(plan).toMatchObject({ shape: [200, 8], rows: [100, 300] });
  const parts = [...plan.cut(2048)].map((part) => pe.make(part) as Tensor);
  const joined = Float32Array.from(parts.flatMap(({ data }) => [...data]));
  expectSame(joined, pe.sinusoidal(spec).data);
});

it('a plan lists all tensors of a result', () => {
  const q = new Float32Array(6 * 16);
  const spec = { q, k: q, v: q, heads: 2, headDim: 8 };
  const plan = pe.plan({ method: 'attention', ...spec });
  expect(plan.outputs).toEqual({
    scores: { shape: [2, 6, 6], dtype: 'float32', bytes: 288, axis: 1 },
    weights: { shape: [2, 6, 6], dtype: 'float32', bytes: 288, axis: 1 },
    output: { shape: [6, 2, 8], dtype: 'float32', bytes: 384 },
  });
  expect(plan).toMatchObject({ bytes: 960, shape: undefined, rows: [0, 6] });
  expect([...plan.cut(1)]).toHaveLength(6);
});

it('a plan of a handle has no tensors', () => {
  const plan = pe.plan({ method: 'rope', headDim: 64 });
  expect(plan).toMatchObject({ outputs: {}, bytes: 0 });
  expect(plan.run().headDim).toBe(64);
});

it('arrays may be lists, so a spec can be JSON', () => {
  const table = [
    [0.5, -1, 2],
    [3, 1e-3, 7],
  ];
  const spec: Spec = { method: 'learned', length: 2, table };
  const made = pe.make(JSON.parse(JSON.stringify(spec)) as typeof spec);
  expect(made.shape).toEqual([2, 3]);
  expectSame(made.data, Float32Array.from(table.flat()));
});

it.each<[string, unknown, Options]>([
  ['no object', 1, { code: 'ERR_TYPE', param: 'spec' }],
  ['an array', [], { code: 'ERR_TYPE', param: 'spec' }],
  ['no method', { length: 1 }, { code: 'ERR_MISSING', param: 'method' }],
  ['a method of no name', { method: 1 }, { code: 'ERR_TYPE', param: 'method' }],
  [
    'an unknown method',
    { method: 'sinusodal', length: 1 },
    { code: 'ERR_CHOICE', message: /did you mean "sinusoidal"\?$/ },
  ],
  [
    'a function that takes no spec',
    { method: 'addTo' },
    { code: 'ERR_CHOICE', param: 'method' },
  ],
  [
    'a wrong option',
    { method: 'sinusoidal', length: 1, dim: 0 },
    { code: 'ERR_RANGE', param: 'dim', message: /^sinusoidal: dim must/ },
  ],
  [
    'rows of two lengths',
    { method: 'learned', length: 1, table: [[1, 2], [3]] },
    { code: 'ERR_SHAPE', param: 'table[1]' },
  ],
  [
    'a text among numbers',
    { method: 'learned', length: 1, table: [[1, '2']] },
    { code: 'ERR_TYPE', param: 'table[0][1]' },
  ],
])('refuses %s', (_, spec, { message = /./, ...error }: Options) => {
  for (const run of [pe.make, pe.plan]) {
    const found = thrown(() => (run as (spec: unknown) => unknown)(spec));
    expect(found).toMatchObject(error);
    expect(found.message).toMatch(message as RegExp);
  }
});

it.each([0, -1, Number.NaN, '8', undefined])('cuts nothing by %s', (bytes) => {
  const plan = pe.plan({ method: 'sinusoidal', length: 4, dim: 4 });
  const error = thrown(() => plan.cut(bytes as number));
  expect(error).toMatchObject({ param: 'bytes' });
});

describe('the bare name of a method', () => {
  const q = Float32Array.from({ length: 5 * 16 }, (_, i) => Math.sin(i));
  const at = { q, k: q, heads: 2, headDim: 8 } as const;
  const scores = (options: object) =>
    pe.attention({ ...at, ...options }).scores;

  it('stands for its spec in attention, alone and in lists', () => {
    const spec = scores({ bias: { method: 'alibi' } });
    expect(scores({ bias: 'alibi' })).toEqual(spec);
    expect(scores({ bias: ['alibi'] })).toEqual(spec);
    expect(scores({ bias: ['alibi', { method: 'kerple' }] })).toEqual(
      scores({ bias: [{ method: 'alibi' }, { method: 'kerple' }] }),
    );
    expect(scores({ queryScale: 'queryScale' })).toEqual(
      scores({ queryScale: { method: 'queryScale' } }),
    );
    const gated = (gate: unknown) =>
      pe.attention({ ...at, gate: gate as 'urpe' }).gate;
    expect(gated('urpe')).toEqual(gated({ method: 'urpe' }));
  });

  it('stands for its spec in plans and other methods', () => {
    const spec = { method: 'attention', ...at, bias: 'alibi' } as const;
    expect(pe.plan(spec).run().scores).toEqual(scores({ bias: 'alibi' }));
    const upstream = new Float32Array(8).fill(1);
    const gradient = (bias: 't5Bias' | { method: 't5Bias' }) =>
      pe.biasGradient({ bias, upstream, queries: 2 });
    expect(gradient('t5Bias')).toEqual(gradient({ method: 't5Bias' }));
    expect((pe.make as (spec: unknown) => unknown)('optimiser')).toMatchObject({
      kind: 'adam',
    });
  });

  it.each([
    [
      { relative: 'shaw' },
      'attention: relative.keyTable is required by shaw, ',
    ],
    [
      { relative: ['shaw'] },
      'attention: relative[0].keyTable is required by shaw, ',
    ],
    [{ rotary: 'rope' }, 'attention: rotary.headDim is required by rope, '],
    [{ bias: 'rope' }, 'attention: bias.method must be one of alibi, '],
    [
      { rotary: 'alibi' },
      'attention: rotary.method must be "rope", got "alibi"',
    ],
    [{ bias: 't5' }, '; did you mean "t5Bias"?'],
  ])('is named where options are missing: %j', (options, message) => {
    expect(thrown(() => scores(options)).message).toContain(message);
  });

  it('is named by make', () => {
    const make = pe.make as (spec: unknown) => unknown;
    expect(thrown(() => make('alibi')).message).toBe(
      'alibi: queries is required, an integer ≥ 0',
    );
  });
});

describe('a spec instead of a handle', () => {
  const q = Float32Array.from({ length: 5 * 16 }, (_, i) => Math.sin(i));
  const at = { q, k: q, heads: 2 } as const;

  it('gives the same as the handle', () => {
    const spec = { method: 'rope', headDim: 8, theta: 100 } as const;
    const made = pe.attention({ ...at, rotary: spec });
    const rotary = pe.rope({ headDim: 8, theta: 100 });
    expectSame(made.scores.data, pe.attention({ ...at, rotary }).scores.data);
    const json = JSON.parse(JSON.stringify(spec)) as typeof spec;
    const again = pe.attention({ ...at, rotary: json });
    expectSame(again.scores.data, made.scores.data);
  });

  it.each<[unknown, object, string]>([
    [
      { method: 'rope', headDim: 7 },
      { code: 'ERR_RANGE', param: 'rotary.headDim', value: 7 },
      'attention: rotary.headDim must be an even integer ≥ 2, got 7',
    ],
    [
      { method: 'rope' },
      { code: 'ERR_MISSING', param: 'rotary.headDim' },
      'attention: rotary.headDim is required by rope, an even integer ≥ 2',
    ],
    [
      { method: 'rope', headDim: 8, thetta: 1 },
      { code: 'ERR_UNKNOWN_OPTION', param: 'rotary.thetta' },
      'attention: rotary: there is no option "thetta"; did you mean "theta"?',
    ],
    [
      { method: 'sinusoidal', dim: 8 },
      { code: 'ERR_CHOICE', param: 'rotary.method' },
      'attention: rotary.method must be "rope", got "sinusoidal"',
    ],
    [
      { headDim: 8 },
      { code: 'ERR_TYPE', param: 'rotary' },
      'attention: rotary',
    ],
  ])('refuses %j, with its path', (rotary, details, message) => {
    const error = thrown(() =>
      pe.attention({ ...at, rotary: rotary as never }),
    );
    expect(error).toMatchObject(details);
    expect(error.message).toContain(message);
  });
});
