/**
 * Calls behave as described: they use the described defaults, limits are inside
 * or outside as described, and each option is read once.
 */

import { load } from 'posenc';
import {
  type MethodDescription,
  methods,
  type Parameter,
} from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

type Options = Record<string, unknown>;

const rope = pe.rope({ headDim: 8 });
const x = Float32Array.from({ length: 5 * 8 }, (_, i) => Math.cos(i));

/** Data of the type that the options name, which are not read by this. */
function dataFor(options: Options): Float32Array {
  const dtype = Object.getOwnPropertyDescriptor(options, 'dtype')?.value;
  const halves = dtype === 'float16' || dtype === 'bfloat16';
  return halves ? (Uint16Array.from(x, (v) => 20000 + v * 99) as never) : x;
}

interface Call {
  name: string;
  parameters: Readonly<Record<string, Parameter>>;
  least: Options;
  /** Options that make differences visible. */
  telling?: Options;
  run: (options: Options) => unknown;
}

/**
 * Options with which the words of a table's choices give different results, if
 * the example alone hides the difference.
 */
const telling: Readonly<Record<string, Options>> = {
  sinusoidal: { start: 100_000, dim: 7 },
  complexOrder: {
    amplitude: new Float32Array(4 * 32).fill(1),
    tokens: [0, 1, 2, 0, 3],
    paddingIndex: 0,
  },
};

/**
 * Choices whose words cannot all give different results: presets may have the
 * same values, one word of `share` is an error, and `side` matters to ropes
 * with a decay alone.
 */
const alike = new Set(['preset', 'share', 'side']);

/** Every table, with its example made short. */
const tables: Call[] = Object.values<MethodDescription>(methods)
  .filter(({ family }) => family === 'table')
  .map(({ name, parameters, example }) => ({
    name,
    parameters,
    least: { ...example, ...('length' in parameters && { length: 5 }) },
    telling: telling[name] ?? {},
    run: (options) =>
      (pe[name as 'sinusoidal'] as (options: never) => unknown)(
        options as never,
      ),
  }));

/** A call for each set of parameters, with the smallest valid options. */
const calls: Call[] = [
  ...tables,
  {
    name: 'rope',
    parameters: methods.rope.parameters,
    least: { headDim: 8 },
    run: (options) => {
      const { cosSin, rotate, ...members } = pe.rope(options as never);
      const rest = Object.entries(members).filter(
        ([, member]) => typeof member !== 'function',
      );
      return [rest, cosSin({ length: 5, start: 100_000 })];
    },
  },
  {
    name: 'rope.cosSin',
    parameters: methods.rope.operations.cosSin.parameters,
    least: { length: 5 },
    run: (options) => rope.cosSin(options as never),
  },
  {
    name: 'rope.rotate',
    parameters: methods.rope.operations.rotate.parameters,
    least: { heads: 1 },
    run: (options) => rope.rotate(dataFor(options), options as never),
  },
  {
    name: 'rope.shift',
    parameters: methods.rope.operations.shift.parameters,
    least: { heads: 1, by: 3 },
    run: (options) => rope.shift(dataFor(options), options as never),
  },
  {
    name: 'rope.rebase',
    parameters: methods.rope.operations.rebase.parameters,
    least: { heads: 1, to: pe.rope({ headDim: 8, theta: 100 }) },
    run: (options) => rope.rebase(dataFor(options), options as never),
  },
  {
    name: 'rope.frequencyGradient',
    parameters: methods.rope.operations.frequencyGradient.parameters,
    least: { heads: 1 },
    run: (options) => {
      const data = dataFor(options);
      return rope.frequencyGradient(data, data, options as never);
    },
  },
  {
    name: 'attention',
    parameters: methods.attention.parameters,
    least: { q: x, k: x, heads: 1, headDim: 8 },
    run: (options) => pe.attention(options as never),
  },
  {
    name: 'attentionMap',
    parameters: methods.attentionMap.parameters,
    least: { q: x, k: x, heads: 1, headDim: 8 },
    telling: { height: 1, width: 1 },
    run: (options) => pe.attentionMap(options as never),
  },
];

describe.each(calls)('$name', ({ name, parameters, run, ...call }) => {
  const { least, telling } = call;
  const entries = Object.entries(parameters);
  const numbers = entries.flatMap(([param, parameter]) =>
    parameter.kind === 'number' ? [{ param, ...parameter }] : [],
  );

  it.each(
    entries.flatMap(([param, parameter]) =>
      'default' in parameter ? [{ param, value: parameter.default }] : [],
    ),
  )('$param defaults to $value', ({ param, value }) => {
    const { [param]: _, ...without } = least;
    const plain = run(without);
    expect(run({ ...least, [param]: value })).toEqual(plain);
    expect(run({ ...least, [param]: undefined })).toEqual(plain);
  });

  it.each(
    entries.flatMap(([param, parameter]) =>
      parameter.kind === 'choice' && !alike.has(param)
        ? [{ param, ...parameter }]
        : [],
    ),
  )('$param takes each of $choices, and each does something', (choice) => {
    const results = choice.choices.map((word) =>
      JSON.stringify(run({ ...least, ...telling, [choice.param]: word })),
    );
    expect(new Set(results).size).toBe(results.length);
  });

  it.each(numbers)('$param has the described limits', (parameter) => {
    const { param, min, max, integer, even } = parameter;
    const beyond = [Number.NaN, Infinity, -Infinity];
    if (integer) beyond.push(2.5);
    if (even) beyond.push(3);
    if (min !== undefined) beyond.push(min - (integer ? 1 : 0.5));
    if (max !== undefined) beyond.push(max + (even ? 2 : max / 2 ** 50));
    for (const value of beyond) {
      if (value === min || value === max) continue;
      const error = thrown(() => run({ ...least, [param]: value }));
      expect(error).toBeInstanceOf(RangeError);
      expect(error).toMatchObject({ code: 'ERR_RANGE', param, value });
    }
    for (const value of ['1', 1n, null, true, [1], {}]) {
      const error = thrown(() => run({ ...least, [param]: value }));
      expect(error).toMatchObject({ code: 'ERR_TYPE', param, value });
    }
  });

  it('reads each known option once, and no other', () => {
    const reads: string[] = [];
    const options = new Proxy(least, {
      get(target, key) {
        reads.push(String(key));
        return Reflect.get(target, key);
      },
    });
    run(options);
    expect(reads.sort()).toEqual(Object.keys(parameters).sort());
  });

  it('passes on the error of a getter, and works afterwards', () => {
    const plain = run(least);
    const mine = new Error('mine');
    for (const param of Object.keys(parameters)) {
      const options = Object.defineProperty({ ...least }, param, {
        enumerable: true,
        get: () => {
          throw mine;
        },
      });
      expect(thrown(() => run(options))).toBe(mine);
    }
    expect(run(least)).toEqual(plain);
  });

  it('requires the options described as required', () => {
    for (const [param, parameter] of entries) {
      const required = !('default' in parameter) && !parameter.optional;
      if (!required) continue;
      const { [param]: _, ...rest } = least;
      const error = thrown(() => run(rest));
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({ code: 'ERR_MISSING', param });
    }
  });

  it('refuses unknown options', () => {
    const error = thrown(() => run({ ...least, [`${name}X`]: undefined }));
    expect(error).toMatchObject({ code: 'ERR_UNKNOWN_OPTION' });
  });
});

it.each([
  ['lenght', 'length'],
  ['dimension', 'dim'],
  ['Base', 'base'],
  ['dType', 'dtype'],
  ['position', 'positions'],
])('%s may mean %s', (typo, meant) => {
  const error = thrown(() =>
    pe.sinusoidal({ length: 1, dim: 1, [typo]: 1 } as never),
  );
  expect(error.message).toContain(`did you mean "${meant}"?`);
});

it.each(['seqLen', 'nope', 'x', 'colour'])('%s gets no suggestion', (typo) => {
  const error = thrown(() =>
    pe.sinusoidal({ length: 1, dim: 1, [typo]: 1 } as never),
  );
  expect(error.message).toBe(`sinusoidal: there is no option "${typo}"`);
});

it.each(['rope', 'attention'] as const)('the presets of %s work', (name) => {
  const data = new Float32Array(12 * 8 * 128);
  const inputs = { rope: {}, attention: { q: data, k: data } }[name];
  for (const preset of Object.values(methods[name].presets)) {
    const run = pe[name] as (options: Options) => object;
    expect(run({ ...inputs, ...preset })).toBeTypeOf('object');
  }
});
