/**
 * The kinds of parameters: the values that each takes and refuses, nested
 * parameters, and the paths in errors.
 */

import {
  accepts,
  faceOf,
  heldValue,
  literalOf,
  type MethodDescription,
  methods,
  type Parameter,
  type Parameters,
} from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import {
  PosencRangeError,
  PosencTypeError,
} from '../../bindings/src/base/errors.js';
import { reworded } from '../../bindings/src/cli/failure.js';
import { readArguments } from '../../bindings/src/cli/flags.js';
import { flagsOf, givable } from '../../bindings/src/cli/givable.js';
import { readCall } from '../../bindings/src/cli/spec.js';
import { checkOptions } from '../../bindings/src/describe/checks.js';
import { thrown } from './thrown.js';

/** Options inside options, as schedules of rotary embeddings have them. */
const parameters = {
  dim: { kind: 'number', integer: true, min: 1 },
  scaling: {
    kind: 'variant',
    optional: true,
    variants: {
      none: {},
      linear: { factor: { kind: 'number', min: 1 } },
      yarn: {
        factor: { kind: 'number', min: 1 },
        betaFast: { kind: 'number', default: 32 },
        truncate: { kind: 'boolean', default: true },
      },
    },
  },
  axes: {
    kind: 'records',
    optional: true,
    least: 1,
    most: 3,
    of: {
      length: { kind: 'number', integer: true, min: 1 },
      scaling: {
        kind: 'variant',
        optional: true,
        variants: { linear: { factor: { kind: 'number', min: 1 } } },
      },
    },
  },
} as const satisfies Parameters;

const check = (options: object) => checkOptions('test', parameters, options);

it.each([
  [2 ** -40, 'number from 2^-40'],
  [0.25, 'number from 0.25'],
  [0, 'number from 0'],
  [2 ** 53, 'number from 2^53'],
])('a limit of %f is written so that people can read it', (min, words) => {
  const parameter = { kind: 'number', min, doc: '' } as const;
  expect(faceOf(parameter).doc(parameter)).toBe(words);
});

describe('options inside options', () => {
  it('have their defaults', () => {
    const { scaling } = check({ dim: 4, scaling: { type: 'yarn', factor: 2 } });
    expect(scaling).toMatchObject({
      ...{ type: 'yarn', factor: 2, betaFast: 32, truncate: true },
    });
    expect(check({ dim: 4 }).scaling).toBeUndefined();
    const { axes } = check({ dim: 4, axes: [{ length: 3 }, { length: 5 }] });
    expect(axes?.map(({ length }) => length)).toEqual([3, 5]);
  });

  it.each<[object, object, string]>([
    [
      { scaling: { type: 'linear', factor: 0.5 } },
      { code: 'ERR_RANGE', param: 'scaling.factor', value: 0.5 },
      'test: scaling.factor must be a finite number ≥ 1, got 0.5',
    ],
    [
      { scaling: { type: 'linear' } },
      { code: 'ERR_MISSING', param: 'scaling.factor' },
      'test: scaling.factor is required, a finite number ≥ 1',
    ],
    [
      { scaling: { type: 'linaer', factor: 2 } },
      { code: 'ERR_CHOICE', param: 'scaling.type', value: 'linaer' },
      'must be "none", "linear" or "yarn", got "linaer"; did you mean "linear"?',
    ],
    [
      { scaling: { factor: 2 } },
      { code: 'ERR_MISSING', param: 'scaling.type' },
      'test: scaling.type is required',
    ],
    [
      { scaling: { type: 'linear', factor: 2, betaFast: 1 } },
      { code: 'ERR_UNKNOWN_OPTION', param: 'scaling.betaFast' },
      'test: there is no option "betaFast" in scaling',
    ],
    [
      { scaling: 'linear' },
      { code: 'ERR_TYPE', param: 'scaling' },
      'test: scaling must be an object',
    ],
    [
      { axes: [{ length: 2 }, { length: 1.5 }] },
      { code: 'ERR_RANGE', param: 'axes[1].length' },
      'test: axes[1].length must be an integer ≥ 1, got 1.5',
    ],
    [
      { axes: [{ length: 2, scaling: { type: 'linear', factor: 0 } }] },
      { code: 'ERR_RANGE', param: 'axes[0].scaling.factor' },
      'test: axes[0].scaling.factor must be',
    ],
    [
      { axes: [] },
      { code: 'ERR_SHAPE', param: 'axes.length' },
      'test: axes.length must be from 1 to 3, got 0',
    ],
    [
      { axes: [3] },
      { code: 'ERR_TYPE', param: 'axes[0]' },
      'test: axes[0] must be an object, got 3',
    ],
  ])('%j is refused with its path', (options, details, message) => {
    const error = thrown(() => check({ dim: 4, ...options }));
    expect(error).toMatchObject(details);
    expect(error.message).toContain(message);
  });

  it('are read once', () => {
    const reads: string[] = [];
    const seen = (name: string, target: object) =>
      new Proxy(target, {
        get: (of, key) => {
          reads.push(`${name}.${String(key)}`);
          return Reflect.get(of, key);
        },
      });
    const scaling = seen('scaling', { type: 'yarn', factor: 2 });
    check(seen('options', { dim: 4, scaling }));
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads).toContain('scaling.factor');
  });
});

describe('accepts', () => {
  it.each<[keyof typeof parameters, unknown, boolean]>([
    ['dim', 4, true],
    ['dim', 1.5, false],
    ['dim', Number.NaN, false],
    ['dim', '4', false],
    ['dim', undefined, false],
    ['scaling', { type: 'yarn', factor: 2 }, true],
    ['scaling', { type: 'none' }, true],
    ['scaling', { type: 'yarn' }, false],
    ['scaling', { type: 'yarn', factor: 0.5 }, false],
    ['scaling', { type: 'linear', factor: 2, betaFast: 1 }, false],
    ['scaling', { type: 'other' }, false],
    ['axes', [{ length: 2, scaling: { type: 'linear', factor: 1 } }], true],
    ['axes', [{ length: 2, scaling: { type: 'linear', factor: 0 } }], false],
    ['axes', [], false],
  ])('%s %j: %j', (name, value, taken) => {
    expect(accepts(parameters[name], value)).toBe(taken);
  });

  it('hands on errors that are not about the value', () => {
    const value = {
      get type() {
        throw new Error('from the caller');
      },
    };
    expect(() => accepts(parameters.scaling, value)).toThrow('from the caller');
  });
});

describe('the value that holds', () => {
  const preset = { kind: 'choice', choices: ['a', 'b'], optional: true };
  const base = { kind: 'number', default: 7 };
  const of = {
    parameters: { ...parameters, preset, base } as Parameters,
    presets: {
      a: { base: 9, scaling: { type: 'yarn', factor: 4 } },
      b: { dim: 2 },
    },
  };

  it.each<[Record<string, unknown>, string, unknown]>([
    [{}, 'base', 7],
    [{ preset: 'a' }, 'base', 9],
    [{ preset: 'b' }, 'base', 7],
    [{ preset: 'b' }, 'dim', 2],
    [{}, 'dim', undefined],
    [{}, 'nobody', undefined],
    [{}, 'constructor', undefined],
    // Every object has this name, but it is no preset.
    [{ preset: 'constructor' }, 'length', undefined],
    [{ preset: 'other' }, 'base', 7],
  ])('where %j is given, of %s is %j', (options, name, value) => {
    expect(heldValue(of, options, name)).toEqual(value);
  });

  it('is no preset where none can be chosen', () => {
    const { preset: _, ...rest } = of.parameters;
    const plain = { ...of, parameters: rest };
    expect(heldValue(plain, { preset: 'a' }, 'base')).toBe(7);
  });

  it('is what a call gets, with the defaults inside it', () => {
    const { dim, base, scaling } = checkOptions(
      'test',
      of.parameters,
      { dim: 1, preset: 'a' },
      of.presets,
    );
    expect({ dim, base }).toEqual({ dim: 1, base: 9 });
    expect(scaling).toMatchObject({ type: 'yarn', factor: 4, betaFast: 32 });
  });
});

it.each([
  [{}, '{}'],
  [[], '[]'],
  [{ a: {}, b: [{}] }, '{ a: {}, b: [{}] }'],
  [{ 'a-b': "it's", c: -0.5 }, "{ 'a-b': 'it\\'s', c: -0.5 }"],
])('%j is written as JavaScript', (value, text) => {
  expect(literalOf(value)).toBe(text);
});

describe('on a command line', () => {
  const method = {
    ...methods.radial,
    parameters: parameters as never,
  } as MethodDescription;
  const read = (...words: string[]) => {
    const given = readArguments(words, flagsOf(method));
    return readCall(method, given, {
      file: 'spec.json',
      values: { scaling: { type: 'yarn', factor: 8 } },
    });
  };

  it('each has a flag with its path', () => {
    const flags = givable(parameters).map(({ path }) => path);
    expect(flags).toEqual([
      ...['dim', 'scaling.type', 'scaling.factor', 'scaling.betaFast'],
      ...['scaling.truncate', 'axes'],
    ]);
  });

  it('flags override the values of a file, one by one', () => {
    const { spec, plain } = read('--scaling.factor', '4', '--dim', '2');
    expect(spec).toEqual({
      ...{ method: 'radial', dim: 2 },
      scaling: { type: 'yarn', factor: 4 },
    });
    expect(plain).toMatchObject({ scaling: { type: 'yarn', factor: 4 } });
    const more = read('--scaling.beta-fast=3', '--no-scaling.truncate');
    expect(more.plain.scaling).toEqual({
      ...{ type: 'yarn', factor: 8, betaFast: 3, truncate: false },
    });
  });

  it('errors name the flag, or the path in the file', () => {
    const { nameOf } = read('--scaling.factor', '4');
    expect(nameOf('scaling.factor')).toBe('--scaling.factor');
    expect(nameOf('scaling.type')).toBe('scaling.type in spec.json');
  });

  it.each([
    ['scaling.factor must be a number', '--scaling.factor must be a number'],
    ['scaling.type is required', 'scaling.type in spec.json is required'],
    ['scaling.betaFast must be 1', '--scaling.beta-fast must be 1'],
    ['axes[1].length must be 1', '--axes[1].length must be 1'],
    ['dim and axes exclude each other', '--dim and --axes exclude each other'],
    ['nothing must be 1', 'nothing must be 1'],
  ])('%s: %s', (said, told) => {
    const { nameOf } = read('--scaling.factor', '4');
    const paths = [
      ...Object.keys(parameters),
      ...givable(parameters).map(({ path }) => path),
    ];
    const details = { code: 'ERR_RANGE', param: 'x' } as const;
    const error = new PosencRangeError(`test: ${said}`, details);
    expect(reworded(error, paths, nameOf)).toMatchObject({ message: told });
  });

  it('records are JSON', () => {
    const { plain } = read('--axes', '[{"length": 4}]');
    expect(plain.axes).toEqual([{ length: 4 }]);
    expect(() => read('--axes', 'length')).toThrow(/a list in JSON/);
  });
});

/**
 * Every parameter of every method and of its handles' functions, with a name.
 */
const all = Object.values<MethodDescription>(methods).flatMap((method) => {
  const sets: [string, Parameters][] = [[method.name, method.parameters]];
  for (const [call, { parameters }] of Object.entries(
    method.operations ?? {},
  )) {
    sets.push([`${method.name}.${call}`, parameters]);
  }
  return sets.flatMap(([of, set]) =>
    Object.entries(set).map(([name, parameter]) => ({
      what: `${of}: ${name}`,
      parameter,
    })),
  );
});

/** Kinds whose values the methods check; fuzzing tries these. */
const LATE = ['positions', 'indices', 'output', 'outputPair', 'other'];

it.each(all)(
  '$what takes and refuses the values that its kind lists',
  ({ what, parameter }) => {
    const { fuzz } = faceOf(parameter);
    const one: Parameters = { it: parameter as Parameter };
    const run = (value: unknown) => () => checkOptions('m', one, { it: value });
    const { takes, wrongKinds, wrongValues } = fuzz(parameter);
    for (const value of takes) expect(run(value), what).not.toThrow();
    if (LATE.includes(parameter.kind)) return;
    for (const value of wrongKinds) {
      if (parameter.kind === 'floats' && !Array.isArray(value)) continue;
      if (parameter.kind === 'handle' && typeof value === 'object') continue;
      expect(thrown(run(value)), `${what} ${String(value)}`).toBeInstanceOf(
        PosencTypeError,
      );
    }
    for (const value of wrongValues) {
      expect(thrown(run(value)), what).toBeInstanceOf(PosencRangeError);
    }
  },
);
