/**
 * `posenc/models`: what `pe.model` gives but for the ropes, and numbers that it
 * computes by itself to the bits of the core.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { type Layer, load } from 'posenc';
import * as attention from 'posenc/attention';
import { readGguf } from 'posenc/gguf';
import { type Model, readModel } from 'posenc/models';
import { describe, expect, it } from 'vitest';
import { examples, plain } from '../../bindings/src/models/lint/examples.js';
import {
  frequenciesOf,
  ropeFacts,
} from '../../bindings/src/models/rope-facts.js';
import type { ModelSpec } from '../../bindings/src/models/types.js';
import { writeGguf } from '../support/gguf.js';
import { models } from '../support/gguf-models.js';
import { expectReadAlike, outcome } from '../support/read-model.js';
import { seedFor, times } from '../support/sample.mjs';
import { thrown } from './thrown.js';

const pe = await load();

const folders = ['data', 'own'].map((name) =>
  path.join(import.meta.dirname, '../models', name),
);

/** All configurations of the tests, with names. */
const configs: readonly (readonly [name: string, config: unknown])[] = [
  ...folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const text = readFileSync(path.join(folder, file), 'utf8');
        return [file, JSON.parse(text).config] as const;
      }),
  ),
  ...Object.entries(examples).flatMap(([rule, { wrong, right }]) => [
    [`${rule}, wrong`, { ...plain, ...wrong }] as const,
    [`${rule}, right`, { ...plain, ...right }] as const,
  ]),
  ...Object.entries(models).map(
    ([name, { file }]) => [name, readGguf(writeGguf(file).bytes)] as const,
  ),
  ...[null, [], {}, 'llama', { model_type: 'nothing' }, new Uint8Array(4)].map(
    (config) => [`no configuration: ${typeof config}`, config] as const,
  ),
];

it.each(configs)('%s: as pe.model', (_, config) => {
  for (const options of [{}, { divisors: 'float64' } as const]) {
    expectReadAlike(pe, config, options);
  }
});

it('says the same of wrong options', () => {
  for (const options of [{ divisors: 'x' }, { divisor: 1 }, 7] as never[]) {
    const alone = outcome(() => readModel(plain, options));
    expect(alone).toEqual(outcome(() => pe.model(plain, options)));
    expect(alone).toMatchObject({
      message: expect.stringMatching(/^model: /),
    });
  }
});

it('has the layers of the main tower', () => {
  const model: Model = readModel({ model_type: 't5', d_model: 32 });
  expect(model.layers).toBe(model.towers.decoder?.layers);
});

it('has no ropes, but their specs', () => {
  const [layer] = readModel(plain).layers;
  // @ts-expect-error
  expect(layer?.rope).toBe(undefined);
  expect(layer?.spec).toEqual(layer?.positions[0]);
  const rope = layer?.spec && pe.make(layer.spec);
  expect(rope).toMatchObject({ headDim: 64, theta: 500000 });
});

it('goes into attention, also of another entry', async () => {
  const part = await attention.load();
  const inputs = { q: [...Array(64).keys()], k: [...Array(64).keys()] };
  for (const scaling of [
    undefined,
    { rope_type: 'dynamic', factor: 3 },
    { rope_type: 'yarn', factor: 2, original_max_position_embeddings: 2 },
  ]) {
    const sizes = { hidden_size: 8, num_attention_heads: 2 };
    const config = {
      ...{ ...plain, ...sizes, num_key_value_heads: 2, rope_scaling: scaling },
      max_position_embeddings: 4,
    };
    const wanted = pe.attention({ ...inputs, model: pe.model(config) });
    const read = readModel(config);
    expect(pe.attention({ ...inputs, model: read })).toEqual(wanted);
    expect(part.attention({ ...inputs, model: read })).toEqual(wanted);
    const model = pe.model(config);
    expect(part.attention({ ...inputs, model })).toEqual(wanted);
  }
  const call = () => pe.attention({ ...inputs, model: plain as never });
  expect(thrown(call)?.message).toBe(
    'attention: model must be what model() or readModel() gives, got an object',
  );
});

/** Numbers that are spread evenly over powers of two. */
const spread = (low: number, high: number) =>
  fc.double({ min: Math.log2(low), max: Math.log2(high), noNaN: true }).map(
    // The ends themselves, although powers are rounded.
    (power) => Math.min(high, Math.max(low, 2 ** power)),
  );
const factor = fc.oneof(
  fc.integer({ min: 1, max: 128 }),
  spread(1, 2 ** 40),
  // Next to 1, where a logarithm is next to 0.
  spread(1 + 2 ** -52, 1.0001),
);
const length = fc.oneof(
  fc.constantFrom(2048, 4096, 8192, 32768, 131072),
  fc.integer({ min: 2, max: 2 ** 20 }),
);
const head = {
  method: fc.constant('rope'),
  headDim: fc.integer({ min: 1, max: 96 }).map((pairs) => 2 * pairs),
  theta: fc.oneof(
    fc.constantFrom(10000, 500000, 1e6, 150000, 1e7),
    spread(1.001, 2 ** 100),
  ),
};
const some = { requiredKeys: ['type', 'factor', 'originalMaxPosition'] } as {
  requiredKeys: ['type', 'factor', 'originalMaxPosition'];
};
const specs: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  yarn: fc.record({
    ...head,
    scaling: fc
      .record(
        {
          type: fc.constant('yarn'),
          factor,
          originalMaxPosition: length,
          truncate: fc.boolean(),
          betaFast: spread(2 ** -40, 2 ** 40),
          betaSlow: spread(2 ** -40, 2 ** 40),
          slope: spread(0.001, 10),
          mscale: spread(0.001, 2),
          mscaleAllDim: spread(0.001, 2),
        },
        some,
      )
      .filter(
        ({ betaFast = 32, betaSlow = 1 }) => Number(betaFast) >= betaSlow,
      ),
  }),
  dynamic: fc.record({
    ...head,
    contextLength: fc.integer({ min: 1, max: 2 ** 30 }),
    scaling: fc.record({
      type: fc.constant('dynamic'),
      factor,
      maxPosition: length,
    }),
  }),
  longrope: fc.record({
    ...head,
    headDim: fc.constant(4),
    scaling: fc.record(
      {
        type: fc.constant('longrope'),
        factor,
        originalMaxPosition: length,
        shortFactor: fc.constant([1, 1]),
        longFactor: fc.constant([1, 2]),
        shortMscale: spread(0.5, 2),
      },
      {
        requiredKeys: [
          ...some.requiredKeys,
          'shortFactor',
          'longFactor',
        ] as const,
      },
    ),
  }),
};

describe.each(Object.keys(specs))('%s', (type) => {
  it('has the bits of the rope', () => {
    fc.assert(
      fc.property(specs[type] as fc.Arbitrary<ModelSpec>, (spec) => {
        const { attentionFactor, softmaxScale, ...rope } = pe.make(
          spec as never,
        ) as NonNullable<Layer['rope']>;
        const facts = ropeFacts(spec);
        expect(facts).toEqual({ spec, attentionFactor, softmaxScale });
        if (type === 'longrope') return;
        expect(frequenciesOf(spec)).toEqual([...rope.frequencies]);
      }),
      { seed: seedFor(`${type} facts`), numRuns: times(500, 50000) },
    );
  });
});
