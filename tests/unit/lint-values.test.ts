/** Values of configurations that cannot be used, as the readers find them. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { plain } from '../../bindings/src/models/lint/examples.js';

const pe = await load();

const yarn = {
  rope_type: 'yarn',
  factor: 4,
  original_max_position_embeddings: 32768,
};
const longrope = {
  rope_type: 'longrope',
  original_max_position_embeddings: 4096,
};

const errorsOf = (config: object) =>
  pe
    .model({ ...plain, ...config })
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ kind, key, message }) => [kind, key, message] as const);

describe('rope parameters', () => {
  it.each([
    [
      { ...yarn, factor: 0.5 },
      'out_of_range',
      'factor',
      /of at least 1, got 0.5/,
    ],
    [{ ...yarn, factor: '4.0' }, 'wrong_type', 'factor', /a number, got "4.0"/],
    [
      { ...yarn, attention_factor: 0 },
      'out_of_range',
      'attention_factor',
      /above 0, got 0/,
    ],
    [
      { ...yarn, attention_factor: -1 },
      'out_of_range',
      'attention_factor',
      /above 0, got -1/,
    ],
    [
      { ...yarn, rope_type: 'yarm' },
      'out_of_range',
      'rope_type',
      /did you mean "yarn"\?/,
    ],
    [
      { ...yarn, beta_fast: '32' },
      'wrong_type',
      'beta_fast',
      /a number, got "32"/,
    ],
    [
      { ...yarn, truncate: 'no' },
      'wrong_type',
      'truncate',
      /true or false, got "no"/,
    ],
    [{ type: 'linear' }, 'missing', 'factor', /frequencies are not scaled/],
    [
      { type: 'liner', factor: 2 },
      'out_of_range',
      'type',
      /did you mean "linear"\?/,
    ],
    [{ rope_type: 7 }, 'wrong_type', 'rope_type', /a string, got 7/],
    [
      { ...yarn, factor: 1e300 },
      'out_of_range',
      'factor',
      /at most \d+, got 1e\+300/,
    ],
  ])('%j', (rope_scaling, kind, key, message) => {
    expect(errorsOf({ rope_scaling })).toEqual([
      [kind, `rope_scaling.${key}`, expect.stringMatching(message)],
    ]);
  });

  it('names both lists of longrope', () => {
    expect(errorsOf({ rope_scaling: longrope })).toEqual([
      ['missing', 'rope_scaling.short_factor', expect.any(String)],
      ['missing', 'rope_scaling.long_factor', expect.any(String)],
    ]);
  });

  it.each([
    ['linear', 'wrong_type'],
    [7, 'wrong_type'],
    [[1], 'wrong_type'],
  ])('%j in place of an object', (rope_scaling, kind) => {
    expect(errorsOf({ rope_scaling })).toEqual([
      [kind, 'rope_scaling', expect.stringMatching(/^must be an object/)],
    ]);
  });
});

describe('other keys', () => {
  it.each([
    [
      { model_type: 'qwen2', layer_types: ['full_attention'] },
      'wrong_length',
      'layer_types',
    ],
    [
      { model_type: 'qwen2', layer_types: ['full_attention', 7] },
      'wrong_type',
      'layer_types',
    ],
    [{ rope_theta: 0 }, 'out_of_range', 'rope_theta'],
    [{ rope_theta: '1e6' }, 'wrong_type', 'rope_theta'],
    [{ num_key_value_heads: 0 }, 'out_of_range', 'num_key_value_heads'],
    [{ num_attention_heads: 7.5 }, 'out_of_range', 'num_attention_heads'],
  ])('%j', (config, kind, key) => {
    expect(errorsOf(config)[0]?.slice(0, 2)).toEqual([kind, key]);
  });

  it('a width that is missing', () => {
    const errors = errorsOf({ hidden_size: '512' });
    expect(errors.map(([kind]) => kind)).toContain('wrong_type');
    expect(errors.map(([kind]) => kind)).toContain('missing');
  });
});

describe('what is assumed', () => {
  it('is what the model needs, not what the rules look up', () => {
    const { max_position_embeddings, ...rest } = plain;
    const keys = pe.model(rest).assumed.map(({ key }) => key);
    expect(max_position_embeddings).toBeDefined();
    expect(keys).not.toContain('max_position_embeddings');
  });
});

it('suggests no word for one that is much longer', () => {
  const rope_scaling = { rope_type: 'z'.repeat(3000), factor: 2 };
  const said = errorsOf({ rope_scaling }).map(([, , message]) => message);
  expect(said.join()).toMatch(/no schedule that is known/);
  expect(said.join()).not.toMatch(/did you mean/);
});

it('reads the key heads of params.json', () => {
  const config = { dim: 512, n_layers: 2, n_heads: 8, rope_theta: 500000 };
  const [layer] = pe.model({ ...config, n_kv_heads: 2 }).layers;
  expect(layer).toMatchObject({ heads: 8, keyHeads: 2 });
});

it('names a missing base once if all programs take the same', () => {
  const { rope_theta, ...rest } = plain;
  const missing = (more: object) =>
    pe
      .model({ ...rest, ...more })
      .findings.find((one) => one.key === 'rope_theta');
  expect(missing({})?.message).toBe('is missing: transformers takes 10000');
  expect(missing({})).not.toHaveProperty('engines');
  const own = missing({ model_type: 'mixtral' });
  expect(own?.message).toMatch(/takes 1000000, programs .* the family 10000$/);
  expect(own?.engines).toEqual({ transformers: 1000000, others: 10000 });
});
