/**
 * Between a plan and its run, what the plan was given may go: disposed of,
 * transferred, outgrown or changed. The run gives what a call at the time of
 * the plan would have given, or a typed error; never the numbers of another
 * tensor.
 */

import { create, load, type Posenc, type Spec, tensor } from 'posenc';
import { type MethodDescription, methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { PosencRangeError } from '../../bindings/dist/modules/base/errors.js';
import { planNestedSpec } from '../../bindings/dist/modules/describe/inside.js';
import type { Method } from '../../bindings/dist/modules/describe/method.js';
import { oneIn } from '../support/sample.mjs';
import { thrown } from './thrown.js';

const pe = await load();

type Options = Readonly<Record<string, unknown>>;
type Table = ReturnType<typeof rows>;

/** A method with options, of which arrays and lists are made anew each time. */
interface Case {
  readonly name: string;
  readonly method: string;
  readonly options: () => Options;
}

const pattern = (length: number, seed = 1) =>
  Float32Array.from({ length }, (_, i) => Math.sin(i * seed + 1));
const rows = (count: number, width: number, seed?: number) =>
  tensor(pattern(count * width, seed), [count, width]);
const heads = (count: number) => tensor(pattern(count * 16), [count, 2, 8]);

/** Calls with every float32 array that a method with `plan` takes. */
const withArrays: readonly Case[] = (
  [
    ['learned', () => ({ table: rows(6, 8), length: 6 })],
    ['learned', () => ({ table: rows(6, 8), positions: [5, 0, 3] })],
    [
      'learnedGradient',
      () => ({
        upstream: rows(6, 8),
        positions: [4, 1, 1, 0, 2, 3],
        tableLength: 5,
      }),
    ],
    ['resample', () => ({ table: rows(6, 8), from: [6], to: [9] })],
    ['tile', () => ({ table: rows(6, 8), length: 20 })],
    ['hierarchical', () => ({ table: rows(6, 8), length: 20 })],
    ['windowed', () => ({ table: rows(6, 8), length: 20 })],
    [
      'windowed',
      () => ({
        ...{ table: rows(6, 8), blockTable: rows(4, 8, 3) },
        ...{ kind: 'block', length: 20 },
      }),
    ],
    ['windowedCollisions', () => ({ table: rows(6, 8), length: 20 })],
    [
      'complexOrder',
      () => ({
        ...{ amplitude: rows(4, 8), phase: rows(4, 8, 2), tokens: [3, 0, 1] },
        ...{ frequency: pattern(4), sharing: 'word', length: 3, dim: 8 },
      }),
    ],
    [
      'complexOrderGradient',
      () => ({
        ...{ upstreamReal: rows(3, 8), upstreamImaginary: rows(3, 8, 2) },
        ...{ tokens: [3, 0, 1], length: 3, dim: 8 },
      }),
    ],
    [
      'floater',
      () => ({
        ...{ inputBias: pattern(5), outputBias: pattern(8) },
        ...{ initial: pattern(8), length: 6, dim: 8 },
      }),
    ],
    ['floaterGradient', () => ({ upstream: rows(6, 8), length: 6, dim: 8 })],
    ['attention', () => ({ q: heads(5), k: heads(6), v: heads(6) })],
    ['attentionMap', () => ({ q: heads(5), k: heads(6), keyRange: [1, 5] })],
    [
      'attentionGradient',
      () => ({ q: heads(5), k: heads(6), v: heads(6), upstream: heads(5) }),
    ],
    [
      'attention',
      () => ({
        ...{ q: heads(5), k: heads(6), keyPositions: [0, 2, 3, 5, 7, 8] },
        ...{ queryPositions: [1, 2, 3, 4, 5], causal: true },
        rotary: { method: 'rope', headDim: 8, theta: 100 },
      }),
    ],
  ] as const
).map(([method, options], i) => ({
  ...{ name: `${method}, ${i}`, method, options },
}));

/** Methods of which no example is a whole call. */
const others: readonly Case[] = (
  [
    ['positionIds', () => ({ tokens: [1, 1, 31, 7, 2] })],
    [
      'mropePositions',
      () => ({
        segments: [
          { type: 'text', length: 3 },
          { type: 'image', grid: [1, 4, 4] },
        ],
      }),
    ],
    ['treeMask', () => ({ parents: [-1, 0, 0], past: 2 })],
    [
      'trainingPositions',
      () => ({ sampling: { type: 'randomised', most: 9 }, length: 4 }),
    ],
    [
      'generatorPositions',
      () => ({ model: { type: 'flux', text: 2, grid: [2, 3] } }),
    ],
    [
      'biasGradient',
      () => ({
        ...{ bias: { method: 'alibi', slopes: [1, 2] }, upstream: pattern(12) },
        ...{ queries: 2, keyPositions: [3, 0, 5], keys: 3, queryStart: 1 },
      }),
    ],
    [
      'convertLayout',
      () => ({
        ...{ weights: pattern(32), heads: 2, headDim: 4 },
        ...{ from: 'half', to: 'interleaved' },
      }),
    ],
    [
      'detectLayout',
      () => ({
        ...{ before: pattern(32), after: pattern(32, 2) },
        ...{ heads: 2, headDim: 4 },
      }),
    ],
    ['detectSchedule', () => ({ frequencies: pattern(4) })],
    ['detectTable', () => ({ table: tensor(pattern(32), [8, 4]) })],
    ['frequencies', () => ({ dim: 8 })],
    ['rope', () => ({ headDim: 8 })],
    ['optimiser', () => ({ kind: 'sgd', lr: 0.5 })],
  ] as const
).map(([method, options]) => ({ name: method, method, options }));

/** All methods that have a plan, as their descriptions show them. */
const withLists: readonly Case[] = Object.values<MethodDescription>(methods)
  .filter(
    ({ name, example }) =>
      example && ![...withArrays, ...others].some((c) => c.method === name),
  )
  .flatMap(({ name, parameters, example = {} }) => {
    const { length: _, ...rest } = example;
    const copied = () => structuredClone(example);
    const listed = () => ({
      ...{ positions: [5, 0, 3], ...structuredClone(rest) },
      ...('span' in parameters && { span: 9 }),
      ...('seqLength' in parameters && { seqLength: 9 }),
    });
    const both = [{ name, method: name, options: copied }];
    return 'positions' in parameters
      ? [...both, { name: `${name}, listed`, method: name, options: listed }]
      : both;
  });

const specOf = ({ method }: Case, options: Options) =>
  ({ method, ...options }) as unknown as Spec;

/** What a call gives, as plain data. */
function result(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) =>
      ArrayBuffer.isView(part)
        ? Array.from(
            new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
          )
        : part,
    ) ?? 'null',
  );
}

const run = (pe: Posenc, one: Case, options: Options) =>
  result(pe.make(specOf(one, options)));

const isArray = (value: unknown) =>
  value instanceof Float32Array ||
  (typeof value === 'object' && value !== null && 'data' in value);

/** The same options with resident tensors for arrays. */
function residentOf(pe: Posenc, options: Options) {
  const made: { dispose(): void; shape: readonly number[] }[] = [];
  const entries = Object.entries(options).map(([name, value]) => {
    if (!isArray(value)) return [name, value];
    const { data, shape } =
      value instanceof Float32Array
        ? { data: value, shape: [value.length] }
        : (value as { data: Float32Array; shape: number[] });
    const resident = pe.resident({ shape, data });
    made.push(resident);
    return [name, resident];
  });
  return { options: Object.fromEntries(entries) as Options, made };
}

const grow = (pe: Posenc) => {
  const { heapBytes } = pe;
  const large = pe.resident({ shape: [2 ** 23] });
  expect(pe.heapBytes).toBeGreaterThan(heapBytes);
  return large;
};

describe.each(oneIn(2, withArrays, 'plans with arrays'))('$name', (one) => {
  it('a resident tensor that is disposed of before the run', async () => {
    const pe = await create();
    const { options, made } = residentOf(pe, one.options());
    const plan = pe.plan(specOf(one, options));
    expect(made.length).toBeGreaterThan(0);
    for (const resident of made) resident.dispose();
    // Most likely they have the memory of the first.
    for (const { shape } of made) pe.resident({ shape });
    expect(thrown(() => plan.run())).toMatchObject({ code: 'ERR_DISPOSED' });
  });

  it('a resident tensor in a memory that grows before the run', async () => {
    const pe = await create();
    const expected = run(pe, one, one.options());
    const { options } = residentOf(pe, one.options());
    const plan = pe.plan(specOf(one, options));
    grow(pe);
    expect(result(plan.run())).toEqual(expected);
    expect(result(plan.run())).toEqual(expected);
  });

  it('views of a resident tensor, after its dispose', async () => {
    const pe = await create();
    const { options, made } = residentOf(pe, one.options());
    const views = Object.fromEntries(
      Object.entries(options).map(([name, value]) => {
        if (!made.includes(value as never)) return [name, value];
        const { data, shape, dtype } = value as ReturnType<typeof rows>;
        return [name, { data: data.subarray(0), shape, dtype }];
      }),
    );
    const plan = pe.plan(specOf(one, views));
    expect(result(plan.run())).toEqual(run(pe, one, one.options()));
    for (const resident of made) resident.dispose();
    for (const { shape } of made) pe.resident({ shape });
    expect(thrown(() => plan.run())).toMatchObject({ code: 'ERR_DISPOSED' });
    const again = () => pe.plan(specOf(one, views));
    expect(thrown(again)).toMatchObject({ code: 'ERR_DISPOSED' });
  });

  it('an array that is transferred before the run', async () => {
    const pe = await create();
    const given = one.options();
    const plan = pe.plan(specOf(one, given));
    for (const value of Object.values(given).filter(isArray)) {
      const { buffer } = 'data' in Object(value) ? Object(value).data : value;
      structuredClone(buffer, { transfer: [buffer] });
    }
    expect(thrown(() => plan.run())).toMatchObject({ code: 'ERR_DETACHED' });
  });

  it('an array that is shorter at the run', async () => {
    const pe = await create();
    const given = one.options();
    const buffers: { resize(bytes: number): void }[] = [];
    const resizable = Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (!isArray(value)) return [name, value];
        const data: Float32Array = Object(value).data ?? value;
        const Resizable = ArrayBuffer as unknown as new (
          bytes: number,
          options: object,
        ) => ArrayBuffer & { resize(bytes: number): void };
        const { byteLength } = data;
        const buffer = new Resizable(byteLength, { maxByteLength: byteLength });
        buffers.push(buffer);
        const view = new Float32Array(buffer);
        view.set(data);
        return [name, view];
      }),
    );
    const sizes = { dim: 8, heads: 2, headDim: 8 };
    const { parameters } = methods[one.method as 'attention'];
    const known = Object.entries(sizes).filter(([name]) => name in parameters);
    const options = { ...Object.fromEntries(known), ...resizable };
    const plan = pe.plan(specOf(one, options));
    for (const buffer of buffers) buffer.resize(4);
    expect(thrown(() => plan.run())).toMatchObject({ code: 'ERR_SHAPE' });
  });
});

/** Changes all lists below a value. */
function spoil(value: unknown): void {
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null) return;
    if (ArrayBuffer.isView(value)) return;
    for (const part of Object.values(value)) spoil(part);
    return;
  }
  for (const part of value) spoil(part);
  for (let i = 0; i < value.length; ++i) {
    if (typeof value[i] === 'number') value[i] += 1;
  }
}

describe.each([...withArrays, ...others, ...withLists])('$name', (one) => {
  it('lists that change before the run', async () => {
    const pe = await create();
    const expected = run(pe, one, one.options());
    const given = one.options();
    const plan = pe.plan(specOf(one, given));
    const lists = Object.entries(given).filter(([, value]) => !isArray(value));
    for (const [, value] of lists) spoil(value);
    expect(result(plan.run())).toEqual(expected);
  });
});

it('every method that has a plan is among these', () => {
  const tried = new Set(
    [...withArrays, ...others, ...withLists].map((c) => c.method),
  );
  for (const { name } of Object.values<MethodDescription>(methods)) {
    if (tried.has(name)) continue;
    const error = thrown(() => pe.plan({ method: name } as never));
    expect([name, error.code]).toEqual([name, 'ERR_CHOICE']);
  }
});

it('a plan of a rope within attention takes no memory', async () => {
  const pe = await create();
  const { heapBytes } = pe;
  const headDim = 2 ** 20;
  const q = tensor(new Float32Array(headDim), [1, 1, headDim]);
  const rotary = { method: 'rope', headDim } as const;
  const plan = pe.plan({ method: 'attention', q, k: q, rotary });
  expect(pe.heapBytes).toBe(heapBytes);
  plan.run();
  expect(pe.heapBytes).toBeGreaterThan(heapBytes);
});

it.each([
  ['inner: dim must be 1, got 2', 'outer: given.dim must be 1, got 2'],
  ['inner: needs more memory', 'outer: given: needs more memory'],
  ['other.step: dim is gone', 'outer: given: other.step: dim is gone'],
])('an error of a spec inside another: %s', (message, expected) => {
  const cause = new Error('mine');
  const at = { code: 'ERR_RANGE', param: 'dim', value: 2 } as const;
  const inner: Method<unknown, Record<string, never>> = {
    name: 'inner',
    parameters: {},
    plan: () => {
      throw new PosencRangeError(message, { ...at, cause });
    },
  };
  const value = { method: 'inner' };
  const inside = { method: 'outer', param: 'given', value, inner };
  const error = thrown(() => planNestedSpec(undefined as never, inside));
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({ ...at, param: 'given.dim', cause });
  expect(error.message).toBe(expected);
});

describe('what a plan says', () => {
  const spec = { method: 'sinusoidal', length: 64, dim: 8 } as const;

  it('cannot be changed', () => {
    const plan = pe.plan({ ...spec, rows: [8, 40] });
    const table = plan.outputs.table as unknown as { shape: number[] };
    for (const change of [
      () => (plan.shape as number[]).push(1),
      () => (plan.rows as unknown as number[]).fill(0),
      () => table.shape.fill(1),
      () => Object.assign(table, { bytes: 0 }),
      () => Object.assign(plan.outputs, { table: undefined }),
      () => Object.assign(plan, { rows: [0, 1] }),
    ]) {
      expect(change).toThrow(TypeError);
    }
    expect(plan.run().shape).toEqual([32, 8]);
  });

  it('tells a wrong kind from a wrong value', () => {
    const cut = (bytes: unknown) =>
      thrown(() => pe.plan(spec).cut(bytes as number));
    for (const bytes of ['320', undefined, null, 8n]) {
      expect(cut(bytes)).toBeInstanceOf(TypeError);
    }
    for (const bytes of [0, -1, Number.NaN]) {
      expect(cut(bytes)).toBeInstanceOf(RangeError);
    }
  });
});

/** Tables with options that cut a list, a window and a result. */
const cuttable = [...withArrays, ...others, ...withLists].filter((one) => {
  const { rows, outputs } = pe.plan(specOf(one, one.options()));
  return rows !== undefined && rows[1] > 2 && 'table' in outputs;
});

describe.each(cuttable)('parts of $name', (one) => {
  const whole = pe.make(specOf(one, one.options())) as Table;
  const [count = 0] = whole.shape;
  const rowBytes = whole.data.byteLength / count;
  const joined = (parts: Iterable<Spec>) =>
    Array.from(parts, (part) => pe.make(part) as Table).flatMap(({ data }) =>
      Array.from(data),
    );
  const all = Array.from(whole.data);

  it('are the same at every walk, whatever becomes of the lists', () => {
    const given = one.options();
    const parts = pe.plan(specOf(one, given)).cut(2 * rowBytes);
    const lists = Object.entries(given).filter(([, value]) => !isArray(value));
    for (const [, value] of lists) spoil(value);
    expect(joined(parts)).toEqual(all);
    expect(joined(parts)).toEqual(all);
    expect([...parts].length).toBe(Math.ceil(count / 2));
  });

  it('of some of the rows', () => {
    const spec = specOf(one, { ...one.options(), rows: [1, count] });
    const inner = all.slice(all.length / count);
    expect(joined(pe.plan(spec).cut(rowBytes))).toEqual(inner);
  });

  it.each([
    ['an array', (length: number) => new Float32Array(length)],
    [
      'a tensor',
      (length: number) => tensor(new Float32Array(length), whole.shape),
    ],
    ['a resident tensor', () => pe.resident({ shape: whole.shape })],
  ])('each write their share of %s', (_, make) => {
    const out = make(all.length);
    const spec = specOf(one, { ...one.options(), out });
    for (const part of pe.plan(spec).cut(2 * rowBytes)) pe.make(part);
    const data = out instanceof Float32Array ? out : out.data;
    expect(Array.from(data)).toEqual(all);
  });
});

it('parts of a list of positions carry their own alone', () => {
  const positions = Float64Array.from({ length: 1000 }, (_, i) => 1000 - i);
  const spec = { method: 'sinusoidal', positions, dim: 8 } as const;
  const parts = [...pe.plan({ ...spec, rows: [100, 700] }).cut(3200)];
  const lists = parts.map((part) => (part as typeof spec).positions);
  expect(parts.every((part) => !('rows' in part))).toBe(true);
  expect(lists.every(({ length }) => length <= 100)).toBe(true);
  expect(lists.flatMap((list) => [...list])).toEqual([
    ...positions.subarray(100, 700),
  ]);
});
