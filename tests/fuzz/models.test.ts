/**
 * Configurations that no model has: hostile ones, and real ones with random
 * changes. `model` gives a result or a typed error, after little work, and
 * changes nothing.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { create, type Model } from 'posenc';
import { describe, expect, it } from 'vitest';
import { expectReadAlike } from '../support/read-model.js';
import { seedFor, times } from '../support/sample.mjs';
import { expectAlive, expectTyped, thrownBy } from './outcome.js';

const pe = await create();

const RUNS = { seed: seedFor('models'), numRuns: times(300, 20000) };

const folder = path.join(import.meta.dirname, '../models/data');

type Json = ReturnType<typeof JSON.parse>;

/** Real configurations. */
const configs: readonly Json[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .map((text) => JSON.parse(text).config);

/** All keys that real configurations have, at any depth. */
const keys: readonly string[] = [
  ...new Set(configs.flatMap((config) => keysIn(config))),
];

function keysIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...keysIn(inner),
  ]);
}

const wrongNumbers = [
  ...[0, -1, 0.5, 1e308, -1e308, 2 ** 53, 2 ** 31, 1e-308, 4096, 63, 1e8],
  ...[Number.NaN, Number.POSITIVE_INFINITY],
];
const wrongWords = [
  ...['', 'yarn', 'longrope', 'dynamic', 'llama3', 'default', 'proportional'],
  ...['__proto__', 'constructor', 'toString', 'full_attention', 'llama', 'x'],
  '{severity}',
];

/** Values that no JSON has; most of them cannot become text or numbers. */
const noJson: readonly unknown[] = [
  Object.create(null),
  Symbol('x'),
  2n ** 70n,
  () => 1,
  new Date(Number.NaN),
  {
    toString: () => {
      throw new Error('toString was called');
    },
  },
  { valueOf: () => Symbol('x') },
];

/** Any value, with the words that mean something to the reader. */
const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(...wrongNumbers, ...wrongWords, null, true, false),
    fc.double(),
    fc.integer({ min: 1, max: 4096 }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.constantFrom(...noJson),
    fc.dictionary(
      fc.constantFrom(...keys, '__proto__', 'constructor', 'full_attention'),
      tie('value'),
      { maxKeys: 8 },
    ),
  ),
})).value;

/** A real configuration with some values replaced. */
const changed = fc
  .tuple(
    fc.nat(configs.length - 1),
    fc.array(fc.tuple(fc.nat(), anyValue, fc.boolean()), { maxLength: 5 }),
  )
  .map(([index, changes]) => {
    const config = structuredClone(configs[index]);
    for (const [place, value, inside] of changes) {
      const holder = inside ? holderIn(config, place) : config;
      const names = Object.keys(holder);
      const known = place % 3 === 0 ? keys : names;
      holder[known[place % known.length] ?? 'rope_theta'] = value;
    }
    return config;
  });

/** The values of a configuration, with the very ones that JSON does not have. */
function structured(value: Json): unknown {
  if (noJson.includes(value)) return value;
  if (Array.isArray(value)) return value.map(structured);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(
    Object.keys(value).map((key) => [key, structured(value[key])]),
  );
}

/** Some object inside another. */
function holderIn(config: Json, place: number): Json {
  const inner = Object.values(config).filter(
    (value) =>
      typeof value === 'object' && value !== null && !noJson.includes(value),
  );
  return inner.length > 0 ? inner[place % inner.length] : config;
}

/** What reading gives, or the typed error that it throws. */
function read(config: unknown): Model | undefined {
  let model: Model | undefined;
  const thrown = thrownBy(() => {
    model = pe.model(config);
  });
  if (thrown) expectTyped(thrown.error, 'model', 'model(config)');
  return model;
}

/** No number of a layer is one that a program cannot use. */
function expectSound(model: Model): void {
  for (const { layers } of Object.values(model.towers) as {
    layers: Model['layers'];
  }[]) {
    expect(layers.length).toBeLessThanOrEqual(4096);
    for (const layer of layers.slice(0, 3)) {
      const { rotated, unrotated } = layer.temperature;
      const numbers = [layer.softmaxScale, rotated, unrotated];
      for (const number of numbers) expect(number).not.toBeNaN();
      expect(layer.headDim).toBeGreaterThanOrEqual(0);
      for (const one of layer.rope?.frequencies ?? []) {
        expect(one).not.toBeNaN();
      }
    }
  }
  for (const { severity, kind, key, message, advice } of model.findings) {
    expect(['error', 'warning', 'note']).toContain(severity);
    for (const text of [kind, key, message, advice]) {
      expect(text).toBeTypeOf('string');
    }
    expect(message.length).toBeLessThan(2000);
  }
}

describe('random configurations', () => {
  it('real ones with changes', () => {
    fc.assert(
      fc.property(changed, (config) => {
        const before = structured(config);
        const model = read(config);
        if (model) expectSound(model);
        expect(structured(config)).toEqual(before);
        expectReadAlike(pe, config);
      }),
      RUNS,
    );
    expectAlive(pe, 'model');
  });

  it('anything', () => {
    fc.assert(
      fc.property(anyValue, (config) => {
        const model = read(config);
        if (model) expectSound(model);
        expectReadAlike(pe, config);
      }),
      RUNS,
    );
    expectAlive(pe, 'model');
  });
});

/** A list in a list in a list …, that many deep. */
function nested(depth: number, open: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; ++i) value = open(value);
  return value;
}

const plain = {
  model_type: 'llama',
  hidden_size: 512,
  num_hidden_layers: 2,
  num_attention_heads: 8,
  max_position_embeddings: 4096,
};

const longrope = {
  rope_type: 'longrope',
  original_max_position_embeddings: 64,
};

/** Hostile configurations; each is made when its test begins. */
const hostile: Readonly<Record<string, () => unknown>> = {
  'a list in a list': () => nested(1e5, (inner) => [inner]),
  'an object in an object': () =>
    nested(1e5, (text_config) => ({ text_config })),
  'a nested value': () => ({
    ...plain,
    rope_scaling: nested(1e5, (inner) => [inner]),
  }),
  'a nested type': () => ({
    ...plain,
    rope_scaling: { rope_type: nested(1e5, (inner) => ({ inner })), factor: 2 },
  }),
  'sections in sections': () => ({
    ...(nested(1e4, (text_config) => ({ ...plain, text_config })) as object),
  }),
  '10^8 factors': () => ({
    ...plain,
    rope_scaling: {
      ...longrope,
      short_factor: new Array(1e8),
      long_factor: new Array(1e8),
    },
  }),
  '60,000 factors': () => ({
    ...plain,
    rope_scaling: {
      ...longrope,
      short_factor: new Array(60000).fill(1),
      long_factor: new Array(60000).fill('x'),
    },
  }),
  '10^8 sections': () => ({
    ...plain,
    rope_scaling: { type: 'mrope', mrope_section: new Array(1e8) },
  }),
  '10^8 kinds of layers': () => ({ ...plain, layer_types: new Array(1e8) }),
  '10^8 layers': () => ({ ...plain, num_hidden_layers: 1e8 }),
  'layers that all differ': () => ({
    ...plain,
    num_hidden_layers: 4096,
    num_attention_heads_per_layer: Array.from(
      { length: 4096 },
      (_, i) => i + 1,
    ),
  }),
  'a wide head': () => ({ ...plain, head_dim: 2 ** 31 }),
  'wide heads': () => ({ ...plain, hidden_size: 2 ** 31 }),
  'more heads than components': () => ({
    ...plain,
    num_attention_heads: 2 ** 30,
  }),
  'no heads': () => ({ ...plain, num_attention_heads: 0 }),
  'huge numbers': () => ({
    ...plain,
    rope_theta: 1e308,
    max_position_embeddings: 1e308,
    rope_scaling: {
      rope_type: 'yarn',
      factor: 1e308,
      original_max_position_embeddings: 1e308,
      attention_factor: 1e308,
    },
  }),
  'a key that is a prototype': () =>
    JSON.parse(
      '{"model_type": "llama", "__proto__": {"hidden_size": 64}, ' +
        '"rope_scaling": {"__proto__": {"type": "yarn"}, "type": "__proto__"}, ' +
        '"layer_types": ["__proto__", "constructor"], "num_hidden_layers": 2}',
    ),
  'a family that is a prototype': () => ({ ...plain, model_type: '__proto__' }),
  'a family that is a constructor': () => ({
    ...plain,
    model_type: 'constructor',
    architectures: ['toString', '__proto__ForCausalLM', 7, null],
  }),
  'many keys': () => ({
    ...plain,
    rope_scaling: Object.fromEntries(
      Array.from({ length: 20000 }, (_, i) => [`beta_slow${i}`, i]),
    ),
  }),
  'a long key': () => ({
    ...plain,
    rope_scaling: { ['attn_factor'.repeat(10000)]: 1, type: 'yarn' },
    [`rope_${'thetha'.repeat(10000)}`]: 1,
  }),
  'a long word': () => ({
    ...plain,
    model_type: 'llama'.repeat(100000),
    rope_scaling: { type: 'y'.repeat(1e6), factor: 2 },
  }),
};

/** Most reads of a configuration; a model of 100 layers needs some thousand. */
const MOST_READS = 1e6;

/** The same value, of which each read of a property is counted. */
function counted(value: unknown, count: () => void): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => {
      count();
      return counted(Reflect.get(target, key), count);
    },
    getOwnPropertyDescriptor: (target, key) => {
      count();
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}

describe('hostile configurations', () => {
  it.each(Object.keys(hostile))('%s', (name) => {
    const config = hostile[name]?.();
    const model = read(config);
    if (model) expectSound(model);
    expectReadAlike(pe, config);
    // Work is counted, not timed: what is read of the configuration.
    let reads = 0;
    read(counted(config, () => reads++));
    expect(reads).toBeLessThan(MOST_READS);
    expectAlive(pe, name);
  });

  it('getters that throw are not hidden', () => {
    const error = new Error('mine');
    const config = {
      ...plain,
      get rope_theta() {
        throw error;
      },
    };
    expect(thrownBy(() => pe.model(config))?.error).toBe(error);
    expectAlive(pe, 'getters');
  });

  it('getters that change what they give', () => {
    let calls = 0;
    const config = {
      ...plain,
      get rope_scaling() {
        return [{ type: 'yarn', factor: 2 }, [], null, 'x', 7][calls++ % 5];
      },
      get num_hidden_layers() {
        return calls++ % 2 ? 2 : 'x';
      },
    };
    for (let i = 0; i < 20; ++i) {
      const model = read(config);
      if (model) expectSound(model);
    }
  });

  it('values that are no JSON', () => {
    const values = [
      ...[() => 1, Symbol('x'), 2n ** 70n, new Map(), new Proxy({}, {}), -0],
      ...[new Date(Number.NaN), /x/, new Float64Array(3), Object.create(null)],
    ];
    for (const value of values) {
      read(value);
      for (const key of [...Object.keys(plain), 'rope_scaling', 'rope_theta']) {
        read({ ...plain, [key]: value });
        read({ ...plain, rope_scaling: { type: 'yarn', factor: value } });
        read({ ...plain, text_config: value });
      }
    }
  });
});
