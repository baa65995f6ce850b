/** What versions of a program read differently, and files that say no family. */

import { load, type PosencError } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

const sizes = {
  hidden_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  max_position_embeddings: 128,
};

describe('a base that version 5 of transformers loses', () => {
  const versions = { 'transformers 4': 25000, 'transformers 5': 10000 };

  it.each([
    ['persimmon', { model_type: 'persimmon', ...sizes }, ''],
    ['fuyu', { model_type: 'fuyu', text_config: {} }, 'text_config.'],
    [
      'fuyu with a family',
      { model_type: 'fuyu', text_config: { model_type: 'persimmon' } },
      'text_config.',
    ],
  ])('%s', (_, config, path) => {
    const { layers, findings } = pe.model(config);
    // What its weights were trained with.
    expect(layers[0]?.rope?.theta).toBe(25000);
    const found = findings.filter(({ key }) => key === `${path}rope_theta`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ severity: 'note', engines: versions });
  });

  it.each([
    [{ rope_theta: 25000 }],
    [{ rope_parameters: { rope_type: 'default', rope_theta: 25000 } }],
  ])('not where the file says it: %j', (more) => {
    const { findings } = pe.model({
      model_type: 'persimmon',
      ...sizes,
      ...more,
    });
    expect(
      findings.filter(({ engines = {} }) => 'transformers 4' in engines),
    ).toEqual([]);
  });

  it('where the file has no number for it', () => {
    const config = {
      model_type: 'persimmon',
      ...sizes,
      rope_theta: Object.create(null),
    };
    const kinds = pe.model(config).findings.map(({ kind }) => kind);
    expect(kinds).toEqual(['wrong_type']);
  });

  it('DBRX, whose own key is not read any more', () => {
    const config = { model_type: 'dbrx', d_model: 64, n_heads: 4, n_layers: 2 };
    const attn_config = { rope_theta: 500000, kv_n_heads: 2 };
    const { findings } = pe.model({ ...config, attn_config });
    expect(findings[0]).toMatchObject({
      key: 'attn_config.rope_theta',
      value: 500000,
      engines: { 'transformers 4': 500000, 'transformers 5': 10000 },
    });
    const both = pe.model({ ...config, attn_config, rope_theta: 500000 });
    expect(both.findings).toEqual([]);
  });
});

it('a share that version 5 of transformers only reads as rotary_pct', () => {
  const rope_parameters = { rope_theta: 10000, partial_rotary_factor: 1 };
  const config = { model_type: 'gpt_neox', ...sizes, rope_parameters };
  const { layers, findings } = pe.model(config);
  expect(layers[0]?.rope?.rotaryDim).toBe(16);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    key: 'rope_parameters.partial_rotary_factor',
    engines: { 'transformers 5': 0.25, others: 1 },
  });
  expect(pe.model({ ...config, rotary_pct: 1 }).findings).toEqual([]);
});

describe('a factor besides the ratio of the lengths', () => {
  const base = { model_type: 'llama', rope_theta: 10000, ...sizes };
  const yarn = { factor: 4, original_max_position_embeddings: 32 };
  const found = (more: object) =>
    pe
      .model({ ...base, ...more })
      .findings.filter(({ key }) => /\.factor$/.test(key));

  it.each([
    ['rope_scaling', { rope_type: 'yarn' }],
    ['rope_scaling', { type: 'yarn' }],
    ['rope_parameters', { rope_type: 'yarn', rope_theta: 10000 }],
  ])('YaRN in %s, %j', (key, type) => {
    const [finding, ...more] = found({
      max_position_embeddings: 64,
      [key]: { ...type, ...yarn },
    });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      key: `${key}.factor`,
      value: 4,
      severity: 'note',
      engines: { 'transformers 4.51 to 4.55': 2, 'transformers 5, vLLM': 4 },
    });
    expect(found({ [key]: { ...type, ...yarn } })).toEqual([]);
  });

  it('LongRoPE with a length beside it', () => {
    const list = Array.from({ length: 8 }, () => 1);
    const rope_scaling = {
      rope_type: 'longrope',
      short_factor: list,
      long_factor: list,
      factor: 3,
    };
    const [finding] = found({
      original_max_position_embeddings: 64,
      rope_scaling,
    });
    expect(finding?.engines).toEqual({
      'transformers 4': 2,
      'transformers 5, vLLM': 3,
    });
  });
});

describe('a file without model_type', () => {
  it.each([
    ['RobertaForMaskedLM', 'roberta'],
    ['TFRobertaForMaskedLM', 'roberta'],
    ['XLMRobertaModel', 'xlm_roberta'],
    ['T5WithLMHeadModel', 't5'],
    ['XLMWithLMHeadModel', 'xlm'],
    ['OpenAIGPTLMHeadModel', 'openai_gpt'],
    ['GPT2DoubleHeadsModel', 'gpt2'],
    ['GPTNeoXForCausalLM', 'gpt_neox'],
    ['GPTNeoForCausalLM', 'gpt_neo'],
    ['CLIPTextModelWithProjection', 'clip_text_model'],
    ['LlamaForCausalLM', 'llama'],
    ['T5EncoderModel', 't5'],
  ])('%s is %s', (name, family) => {
    const { type, guessed, towers, findings } = pe.model({
      architectures: [name],
      ...sizes,
      d_model: 64,
    });
    expect([type, guessed]).toEqual([family, true]);
    expect(Object.values(towers)[0]?.family).toBe(family);
    const [finding] = findings.filter(({ key }) => key === 'model_type');
    expect(finding).toMatchObject({ severity: 'warning', kind: 'missing' });
    expect(finding?.message).toContain(`"${name}"`);
    expect(finding?.advice).toContain(`"model_type": "${family}"`);
  });

  it('has the family of architectures for one that is unknown', () => {
    const model = pe.model({
      model_type: 'someones_own',
      architectures: ['SomeonesOwnModel', 'LlamaForCausalLM'],
      ...sizes,
    });
    expect([model.guessed, model.layers[0]?.rope?.layout]).toEqual([
      true,
      'half',
    ]);
    expect(model.findings[0]?.value).toBe('someones_own');
  });

  it('is not guessed where model_type says it', () => {
    const { guessed, findings } = pe.model({
      model_type: 'llama',
      architectures: ['MistralForCausalLM'],
      rope_theta: 10000,
      ...sizes,
    });
    expect([guessed, findings]).toEqual([false, []]);
  });

  it('throws if neither names a family', () => {
    for (const architectures of [['LlamaishThing'], ['Bertrand'], [7], []]) {
      const error = thrown(() => pe.model({ architectures, ...sizes }));
      expect((error as PosencError).code).toBe('ERR_MISSING');
      expect((error as Error).message).toMatch(/architectures has none/);
    }
  });
});

describe('the divisors of LongRoPE', () => {
  const long = [1.1, 1.3, 1.7, 2.3, 3.9, 7.7, 11.3, 17.9];
  const config = {
    model_type: 'phi3',
    ...sizes,
    rope_theta: 10000,
    original_max_position_embeddings: 64,
    rope_scaling: {
      type: 'longrope',
      short_factor: long.map((one) => one / 1.1),
      long_factor: long,
    },
  };
  /** theta^(-2k/16) divided by a number: the formula of Ding et al. */
  const divided = (divisors: readonly number[]) =>
    divisors.map((by, k) => 10000 ** (-k / 8) / by);
  const frequencies = (options?: { divisors: 'float32' | 'float64' }) =>
    pe.model(config, options).layers[0]?.rope?.at(128).frequencies ?? [];
  const near = (got: ArrayLike<number>, want: readonly number[]) => {
    for (const [k, one] of want.entries()) {
      expect(Math.abs((got[k] ?? 0) / one - 1)).toBeLessThan(4e-16 * 4);
    }
  };

  it('are rounded to float32 by default, as frameworks hold them', () => {
    near(frequencies(), divided(long.map(Math.fround)));
    near(frequencies({ divisors: 'float32' }), divided(long.map(Math.fround)));
    const notes = pe
      .model(config)
      .assumed.filter(({ key }) => /_factor$/.test(key));
    expect(notes.map(({ key, value }) => [key, value])).toEqual([
      ['rope_scaling.short_factor', 'float32'],
      ['rope_scaling.long_factor', 'float32'],
    ]);
    expect(notes[0]?.why).toMatch(/divisors: "float64"/);
  });

  it('are those of the file on demand', () => {
    near(frequencies({ divisors: 'float64' }), divided(long));
    const { assumed, layers } = pe.model(config, { divisors: 'float64' });
    expect(assumed.filter(({ key }) => /_factor$/.test(key))).toEqual([]);
    expect(layers[0]?.positions[0]?.scaling).toMatchObject({
      longFactor: long,
    });
  });

  it.each([
    [{ divisors: 'float16' }, 'ERR_CHOICE', /divisors must be .*"float64"/],
    [{ divisors: 32 }, 'ERR_TYPE', /divisors/],
    [{ divisor: 'float32' }, 'ERR_UNKNOWN_OPTION', /did you mean "divisors"/],
    [
      null,
      'ERR_TYPE',
      /options must be an object such as \{ divisors \}, got null/,
    ],
  ])('%j is a typed error', (options, code, message) => {
    const error = thrown(() => pe.model(config, options as never));
    expect((error as PosencError).code).toBe(code);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).toMatch(/^model: /);
  });
});

describe('values that cannot become text', () => {
  const bare = Object.create(null);
  it.each([
    ['an object without a prototype', bare],
    ['a symbol', Symbol('x')],
    ['a function', () => 1],
    ['a large integer', 2n ** 70n],
    ['words', 'often'],
  ])('how often kinds are repeated: %s', (_, times) => {
    const attention_types = [[['global', 'local'], times]];
    const config = { model_type: 'gpt_neo', ...sizes, attention_types };
    const { findings, layers } = pe.model(config);
    expect(layers).toHaveLength(2);
    expect(findings[0]).toMatchObject({
      severity: 'error',
      kind: 'wrong_type',
      key: 'attention_types[0]',
    });
  });
});
