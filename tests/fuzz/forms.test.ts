/**
 * Every option of every method that takes numbers gives the same bits from the
 * tensors of other libraries, from 64-bit integers and from 16-bit floats as
 * from this package's own tensors.
 */

import { create } from 'posenc';
import { type MethodDescription, methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { checkOptions } from '../../bindings/src/describe/checks.js';
import type { Parameters } from '../../bindings/src/describe/parameters.js';
import {
  bitsOf,
  ForeignTensor,
  float16Of,
  halves,
  indexable,
  nested,
} from '../support/forms.js';
import { bases } from './bases.js';
import { calls } from './calls.js';
import { thrownBy } from './outcome.js';

const pe = await create();

/** Numbers that float16 and bfloat16 have: multiples of 1/8 up to 4. */
const values = (length: number) =>
  Float32Array.from({ length }, (_, i) => (((i * 37 + 11) % 64) - 31) / 8);

/** Parameters of a kind, those inside others too. */
function* inside(
  parameters: Parameters,
  kind: string,
  path = '',
): Generator<readonly [path: string, parameter: Parameters[string]]> {
  for (const [name, parameter] of Object.entries(parameters)) {
    const at = `${path}${name}`;
    if (parameter.kind === kind) yield [at, parameter];
    if (parameter.kind === 'records')
      yield* inside(parameter.of, kind, `${at}.`);
    if (parameter.kind !== 'variant') continue;
    for (const [word, set] of Object.entries(parameter.variants)) {
      yield* inside(set, kind, `${at}.${word}.`);
    }
  }
}

/** Every parameter of a kind, with its method and path. */
const all = (kind: string) =>
  Object.values<MethodDescription>(methods).flatMap((method) => {
    const { name, parameters, operations = {} } = method;
    const sets = [
      [name, parameters],
      ...Object.entries(operations).map(
        ([call, { parameters }]) => [`${name}.${call}`, parameters] as const,
      ),
    ] as const;
    return sets.flatMap(([of, set]) =>
      [...inside(set as Parameters, kind)].map(([path, parameter]) => ({
        what: `${of}: ${path}`,
        parameter,
      })),
    );
  });

/** Forms of floats, all of which hold the same numbers. */
function floatForms(list: Float32Array, shape: readonly number[]) {
  const sixteen = halves('float16', list);
  const brain = halves('bfloat16', list);
  return {
    'float32 of another library': new ForeignTensor(list, shape, 'float32'),
    'one that is indexable': indexable(
      new ForeignTensor(list, shape, 'float32'),
    ),
    'plain { data, dims, type }': { data: list, dims: shape, type: 'float32' },
    float16: { data: sixteen, shape, dtype: 'float16' },
    bfloat16: { data: brain, shape, dtype: 'bfloat16' },
    'float16 of another library': new ForeignTensor(sixteen, shape, 'float16'),
    'bfloat16 of another library': new ForeignTensor(brain, shape, 'bfloat16'),
    'Float16Array in a tensor': {
      ...{ data: float16Of(sixteen), shape, dtype: 'float16' },
    },
    'Float16Array of another library': new ForeignTensor(
      ...([float16Of(sixteen), shape, 'float16'] as const),
    ),
  };
}

describe('floats, as methods get them', () => {
  it.each(all('floats'))('$what', ({ parameter }) => {
    const taken = (it: unknown) =>
      checkOptions('m', { it: parameter }, { it }).it;
    const [list, shape] = [values(24), [2, 3, 4]];
    const wanted = bitsOf({ data: list, shape, dtype: 'float32' });
    for (const [form, value] of Object.entries(floatForms(list, shape))) {
      expect(bitsOf(taken(value)), form).toEqual(wanted);
      if (!(value instanceof ForeignTensor)) continue;
      expect(value.reads, form).toEqual({ data: 1, dims: 1, type: 1 });
    }
    const flat = bitsOf(taken(list));
    expect(bitsOf(taken(float16Of(halves('float16', list))))).toEqual(flat);
    // What would be rounded is refused, and so are types without fractions.
    for (const [data, type] of [
      [new Float64Array(24), 'float64'],
      [new BigInt64Array(24), 'int64'],
      [new Uint8Array(24), 'bool'],
      [[], 'string'],
      [new Float32Array(24), 'float8_e4m3'],
    ] as const) {
      const run = () => taken({ data, dims: shape, type });
      expect(thrownBy(run)?.error, type).toMatchObject({
        ...{ name: 'PosencTypeError', code: 'ERR_TYPE', param: 'it.type' },
        value: type,
      });
    }
    expect(all('floats').length).toBeGreaterThan(80);
  });
});

/** A call with options by name, of a method or of a function of a rope. */
interface Call {
  readonly what: string;
  readonly param: string;
  readonly run: (options: Record<string, unknown>) => unknown;
  /** Options that may go with it, of which some exclude it. */
  readonly bases: readonly Record<string, unknown>[];
}

/** The calls of methods that take an option of a kind. */
function callsWith(kind: string): Call[] {
  const made = Object.values<MethodDescription>(methods).flatMap((method) => {
    const { name, parameters, example = {} } = method;
    const { length: _, start: __, grid: ___, ...rest } = example;
    const { queries: ____, keys: _____, ...least } = rest;
    return Object.entries(parameters).flatMap(([param, parameter]) =>
      parameter.kind === kind
        ? [
            {
              ...{ what: `${name}: ${param}`, param },
              run: (options: object) =>
                pe.make({ ...options, method: name } as never),
              bases: [example, rest, least, ...(bases[name] ?? [])],
            },
          ]
        : [],
    );
  });
  const other = calls(pe).flatMap(({ name, parameters, valid, run }) =>
    Object.entries(parameters).flatMap(([param, parameter]) =>
      parameter.kind === kind
        ? [{ what: `${name}: ${param}`, param, run, bases: [valid(param)] }]
        : [],
    ),
  );
  const known = new Map<string, Call>();
  for (const call of [...made, ...other]) {
    const { what, bases } = call;
    const more = known.get(what)?.bases ?? [];
    known.set(what, { ...call, bases: [...more, ...bases] });
  }
  return [...known.values()];
}

/** All shapes with so many numbers and up to three axes. */
function* shapes(length: number): Generator<number[]> {
  yield [length];
  for (let a = 1; a <= length; ++a) {
    if (length % a !== 0) continue;
    yield [a, length / a];
    for (let b = 1; b <= length / a; ++b) {
      if ((length / a) % b === 0) yield [a, b, length / a / b];
    }
  }
}

/** A call that works, found by trying: with a list, else with a tensor. */
function found<T extends ArrayLike<number>>(
  { bases, param, run }: Call,
  most: number,
  make: (length: number) => T,
  own: (list: T, shape: number[]) => object,
) {
  const lists = Array.from({ length: most }, (_, i) => make(i + 1));
  const values = [
    ...lists.map((list) => [list, list] as const),
    ...lists
      .slice(0, 24)
      .flatMap((list) =>
        [...shapes(list.length)].map(
          (shape) => [list, own(list, shape)] as const,
        ),
      ),
  ];
  for (const [list, value] of values) {
    for (const base of bases) {
      const go = (value: unknown) => run({ ...base, [param]: value });
      if (!thrownBy(() => go(value))) return { go, list };
    }
  }
  return undefined;
}

/** What a call gives: bits, or the code and the parameter of its error. */
function outcome(run: () => unknown): string[] {
  let result: unknown;
  const thrown = thrownBy(() => {
    result = run();
  });
  if (!thrown) return bitsOf(result);
  const { code, message } = thrown.error as Error & { code: string };
  return [`${code} ${message.replace(/\b(dims|shape)\b/, 'shape')}`];
}

/** Compares all forms with a tensor of this package, in every shape. */
function compare(
  go: (value: unknown) => unknown,
  length: number,
  own: (shape: number[]) => object,
  forms: (shape: number[]) => Readonly<Record<string, unknown>>,
): number {
  let taken = 0;
  for (const shape of shapes(length)) {
    const wanted = outcome(() => go(own(shape)));
    if (wanted[0]?.startsWith('ERR')) continue;
    taken += 1;
    for (const [form, value] of Object.entries(forms(shape))) {
      expect(
        outcome(() => go(value)),
        `${form} [${shape}]`,
      ).toEqual(wanted);
    }
  }
  return taken;
}

describe('floats, in calls', () => {
  const own = (data: Float32Array, shape: number[]) => ({
    ...{ data, shape, dtype: 'float32' },
  });
  it.each(callsWith('floats'))('$what', (call) => {
    // Some numbers, such as slopes that decay, have no sign.
    const plain = (length: number) => values(length).map(Math.abs);
    const one = found(call, 256, values, own) ?? found(call, 256, plain, own);
    if (!one) throw new Error('no floats are taken');
    const { go, list } = one;
    const taken = compare(
      ...([go, list.length] as const),
      (shape) => own(list, shape),
      (shape) => floatForms(list, shape),
    );
    expect(taken).toBeGreaterThan(0);
  });
});

/** Forms of whole numbers, all of which hold the same ones. */
function integerForms(list: readonly number[], shape: readonly number[]) {
  const big = BigInt64Array.from(list, BigInt);
  const flags = list.every((item) => item <= 1);
  return {
    int64: { data: big, shape, dtype: 'int64' },
    'int64 of another library': new ForeignTensor(big, shape, 'int64'),
    'one that is indexable': indexable(new ForeignTensor(big, shape, 'int64')),
    uint64: new ForeignTensor(
      ...([BigUint64Array.from(big), shape, 'uint64'] as const),
    ),
    'int32 of another library': new ForeignTensor(
      ...([Int32Array.from(list), shape, 'int32'] as const),
    ),
    float16: new ForeignTensor(halves('float16', list), shape, 'float16'),
    'Float16Array of another library': new ForeignTensor(
      ...([float16Of(halves('float16', list)), shape, 'float16'] as const),
    ),
    ...(flags && {
      bool: new ForeignTensor(Uint8Array.from(list), shape, 'bool'),
    }),
  };
}

describe.each(['positions', 'indices'])('%s, in calls', (kind) => {
  /** Ids, flags or positions, all whole; zeros suit every method. */
  const lists = [
    (length: number) => Array.from({ length }, (_, i) => (i * 5 + 1) % 2),
    (length: number) => Array.from({ length }, () => 0),
  ];
  it.each(callsWith(kind))('$what', (call) => {
    const own = (list: readonly number[], shape: number[]) => ({
      ...{ data: Int32Array.from(list), shape },
    });
    const [first, second] = lists.map((make) => found(call, 16, make, own));
    const one = first ?? second;
    if (!one) throw new Error('no list of up to 16 numbers is taken');
    const { go, list } = one;
    const flat = outcome(() => go(list));
    const big = list.map(BigInt);
    for (const value of [
      ...[Int32Array.from(list), BigInt64Array.from(big)],
      ...[BigUint64Array.from(big), Uint8Array.from(list), big],
    ]) {
      expect(outcome(() => go(value))).toEqual(flat);
    }
    const { length } = list;
    const taken = compare(
      ...([go, length] as const),
      (shape) => own(list, shape),
      (shape) => integerForms(list, shape),
    );
    expect(taken).toBeGreaterThan(0);
    for (const shape of shapes(length)) {
      const lists = outcome(() => go(nested(list, shape)));
      expect(outcome(() => go(nested(big, shape)))).toEqual(lists);
    }
    for (const [data, type] of [
      [['a'], 'string'],
      [new Uint8Array(1), 'uint4'],
    ] as const) {
      const error = thrownBy(() => go({ data, dims: [1], type }))?.error;
      const param = expect.stringMatching(/\.type$/);
      expect(error).toMatchObject({ code: 'ERR_CHOICE', value: type, param });
    }
    const far = BigInt64Array.from([...big.slice(1), 2n ** 53n + 1n]);
    const error = thrownBy(() => go(far))?.error;
    expect(error).toMatchObject({ code: 'ERR_RANGE', value: 2n ** 53n + 1n });
    expect(error).toHaveProperty('param', expect.stringMatching(/\[\d+\]$/));
  });
});
