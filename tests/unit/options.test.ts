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
import { CHOICES, METHODS, OPTIONS } from '../../bindings/src/base/foreign.js';
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

/** Embeddings, whose turn is not that of the queries that are made of them. */
const embedded = {
  ...{ q: undefined, k: undefined, rotary: rope },
  x: { data: x, shape: [5, 8], dtype: 'float32' },
  keyWeight: Float32Array.from({ length: 64 }, (_, i) => Math.sin(i * i)),
};

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
    telling: embedded,
    run: (options) => pe.attention(options as never),
  },
  {
    name: 'attentionMap',
    parameters: methods.attentionMap.parameters,
    least: { q: x, k: x, heads: 1, headDim: 8 },
    telling: { ...embedded, height: 1, width: 1 },
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

it.each(['headCount', 'nope', 'x', 'colour'])(
  '%s gets no suggestion',
  (typo) => {
    const error = thrown(() =>
      pe.sinusoidal({ length: 1, dim: 1, [typo]: 1 } as never),
    );
    expect(error.message).toBe(`sinusoidal: there is no option "${typo}"`);
  },
);

const foreign: readonly (readonly [string, string, string])[] = [
  ['sinusoidal', 'd_model', 'dim'],
  ['sinusoidal', 'hidden_size', 'dim'],
  ['sinusoidal', 'embed_dim', 'dim'],
  ['sinusoidal', 'maxLen', 'length'],
  ['sinusoidal', 'max_len', 'length'],
  ['sinusoidal', 'max_seq_len', 'length'],
  ['sinusoidal', 'seq_len', 'length'],
  ['sinusoidal', 'max_position_embeddings', 'length'],
  ['sinusoidal', 'theta', 'base'],
  ['sinusoidal', 'position_ids', 'positions'],
  ['sinusoidal', 'offset', 'start'],
  ['learned', 'max_position_embeddings', 'tableLength'],
  ['learned', 'weight', 'table'],
  ['rope', 'head_dim', 'headDim'],
  ['rope', 'dim', 'headDim'],
  ['rope', 'rope_theta', 'theta'],
  ['rope', 'base', 'theta'],
  ['rope', 'rope_scaling', 'scaling'],
  ['rope', 'partial_rotary_factor', 'rotaryDim'],
  ['rope', 'rotary_dim', 'rotaryDim'],
  ['rope', 'interleaved', 'layout'],
  ['rope', 'max_seq_len', 'contextLength'],
  ['rope', 'factor', 'scaling.factor'],
  ['rope', 'original_max_position_embeddings', 'scaling.originalMaxPosition'],
  ['alibi', 'num_heads', 'heads'],
  ['alibi', 'n_head', 'heads'],
  ['alibi', 'num_attention_heads', 'heads'],
  ['alibi', 'seq_len', 'queries'],
  ['t5Bias', 'num_buckets', 'buckets'],
  ['t5Bias', 'max_distance', 'maxDistance'],
  ['t5Bias', 'relative_attention_max_distance', 'maxDistance'],
  ['t5Bias', 'is_decoder', 'bidirectional'],
  ['attention', 'is_causal', 'causal'],
  ['attention', 'num_key_value_heads', 'keyHeads'],
  ['attention', 'attention_mask', 'keyMask'],
  ['attention', 'attn_mask', 'mask'],
  ['attention', 'sliding_window', 'window'],
  ['attention', 'query', 'q'],
];

it.each(foreign)('%s: %s is called %s here', (name, theirs, ours) => {
  const run = pe[name as 'rope'] as (options: never) => unknown;
  const error = thrown(() => run({ [theirs]: 1 } as never));
  expect(error).toMatchObject({ code: 'ERR_UNKNOWN_OPTION', param: theirs });
  expect(error.message).toContain(
    `there is no option "${theirs}"; did you mean "${ours}"`,
  );
});

it('a foreign name is no hint where the method lacks what it means', () => {
  for (const [name, theirs] of [
    ['rope', 'hidden_size'],
    ['rope', 'num_heads'],
    ['sinusoidal', 'num_heads'],
    ['sinusoidal', 'is_causal'],
  ] as const) {
    const run = pe[name] as (options: never) => unknown;
    const { message } = thrown(() => run({ [theirs]: 1 } as never));
    expect(message).toBe(`${name}: there is no option "${theirs}"`);
  }
});

it('names inside a schedule have hints, too', () => {
  const { message } = thrown(() =>
    pe.rope({
      headDim: 8,
      scaling: { type: 'yarn', factor: 2, original_context_length: 8 },
    } as never),
  );
  expect(message).toBe(
    'rope: there is no option "original_context_length" in scaling; did you ' +
      'mean "originalMaxPosition"?',
  );
  const untyped = thrown(() =>
    pe.rope({ headDim: 8, scaling: { rope_type: 'yarn' } } as never),
  );
  expect(untyped).toMatchObject({
    code: 'ERR_MISSING',
    param: 'scaling.type',
  });
  expect(untyped.message).toMatch(/; "rope_type" is called "type" here$/);
});

it('every name that foreign names are said to mean is there', () => {
  const namesOf = (parameters: object): readonly string[] =>
    Object.entries(parameters).flatMap(([name, { variants = {}, of }]) => [
      ...[name, ...namesOf(Object(of) === of ? of : {})],
      ...Object.values(variants as object).flatMap(namesOf),
    ]);
  const all = Object.values<MethodDescription>(methods);
  const options = new Set([
    ...['type', 'method'],
    ...all.flatMap(({ parameters, operations = {} }) => [
      ...namesOf(parameters),
      ...Object.values(operations).flatMap((one) => namesOf(one.parameters)),
    ]),
  ]);
  for (const [ours] of OPTIONS) expect(options).toContain(ours);
  for (const [ours] of METHODS) expect(Object.keys(methods)).toContain(ours);
  const text = JSON.stringify(all);
  for (const [ours] of CHOICES) expect(text).toContain(`"${ours}"`);
});

it.each([
  ['llama3.1', 'Llama 3.1 8B'],
  ['llama-3.1-8b', 'Llama 3.1 8B'],
  ['phi2', 'Phi-2'],
])('the preset %s may mean %s', (typo, meant) => {
  const error = thrown(() => pe.rope({ preset: typo } as never));
  expect(error).toMatchObject({ code: 'ERR_CHOICE', param: 'preset' });
  expect(error.message).toContain(`; did you mean "${meant}"?`);
});

it.each([
  [{ method: 'rotary' }, 'rope'],
  [{ method: 't5' }, 't5Bias'],
  [{ method: 'sinusodial' }, 'sinusoidal'],
  [{ method: 'positional_encoding' }, 'sinusoidal'],
])('the method of %j may mean %s', (spec, meant) => {
  const error = thrown(() => pe.make(spec as never));
  expect(error).toMatchObject({ code: 'ERR_CHOICE', param: 'method' });
  expect(error.message).toContain(`; did you mean "${meant}"?`);
});

describe('a preset of rope', () => {
  const { presets } = methods.rope;

  it.each(Object.keys(presets))('%s stands for its numbers', (name) => {
    const preset = name as keyof typeof presets;
    const [made, wanted] = [{ preset }, presets[preset]].map((options) =>
      pe.rope(options as { headDim: number }),
    );
    expect(made?.frequencies).toEqual(wanted?.frequencies);
    for (const member of [
      'headDim',
      'rotaryDim',
      'rotaryStart',
      'layout',
    ] as const) {
      expect(made?.[member]).toBe(wanted?.[member]);
    }
    expect(made?.softmaxScale).toBe(wanted?.softmaxScale);
    expect(made?.attentionFactor).toBe(wanted?.attentionFactor);
    const at = { positions: [0, 1, 30000], side: 'key' } as const;
    expect(made?.cosSin(at)).toEqual(wanted?.cosSin(at));
  });

  it('gives way to options beside it', () => {
    const preset = 'Llama 3.1 8B';
    const plain = pe.rope({ preset, scaling: { type: 'default' } });
    expect(plain.frequencies).toEqual(
      pe.rope({ headDim: 128, theta: 500000 }).frequencies,
    );
    expect(pe.rope({ preset, headDim: 64 }).headDim).toBe(64);
  });

  it('holds for the tables of other engines', () => {
    const preset = 'Phi-3.5 mini';
    const at = { cache: 'ort', length: 5 } as const;
    const rope = pe.rope(presets[preset]);
    expect(pe.ropeCache({ preset, ...at })).toEqual(rope.cache(at));
  });

  it('holds in specs, plans and inside attention', () => {
    const spec = { method: 'rope', preset: 'Llama 3.2 1B' } as const;
    const { frequencies } = pe.rope({ preset: 'Llama 3.2 1B' });
    expect(pe.make(spec).frequencies).toEqual(frequencies);
    expect(pe.plan(spec).run().frequencies).toEqual(frequencies);
    const q = Float32Array.from({ length: 3 * 64 }, (_, i) => Math.sin(i));
    const made = pe.attention({ q, k: q, heads: 1, rotary: spec });
    const rotary = pe.rope(presets['Llama 3.2 1B']);
    expect(made.scores).toEqual(
      pe.attention({ q, k: q, heads: 1, rotary }).scores,
    );
  });
});

it.each(['rope', 'attention'] as const)('the presets of %s work', (name) => {
  const data = new Float32Array(12 * 8 * 128);
  const inputs = { rope: {}, attention: { q: data, k: data } }[name];
  for (const preset of Object.values(methods[name].presets)) {
    const run = pe[name] as (options: Options) => object;
    expect(run({ ...inputs, ...preset })).toBeTypeOf('object');
  }
});
