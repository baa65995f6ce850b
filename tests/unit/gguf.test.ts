/** Headers of GGUF files of real models give the models' configurations. */

import { describe, expect, it } from 'vitest';
import {
  ARCHITECTURES,
  architectureOf,
  findArchitecture,
} from '../../bindings/src/models/gguf/architectures.js';
import {
  type GgufConfig,
  ggufConfig,
} from '../../bindings/src/models/gguf/config.js';
import { readHeader } from '../../bindings/src/models/gguf/header.js';
import {
  array,
  bool,
  type FileToWrite,
  f32,
  floats,
  text,
  u32,
  type Value,
  writeGguf,
} from '../support/gguf.js';
import { llama3Factors, models } from '../support/gguf-models.js';
import { thrown } from './thrown.js';

function read(file: FileToWrite): GgufConfig {
  return ggufConfig(readHeader(writeGguf(file).bytes));
}

/** A small file of an architecture. */
function of(
  arch: string,
  values: Record<string, Value>,
  tensors?: FileToWrite['tensors'],
): GgufConfig {
  const own = Object.entries(values).map(([key, value]) => [
    `${arch}.${key}`,
    value,
  ]);
  const metadata = {
    'general.architecture': text(arch),
    ...Object.fromEntries(own),
  };
  return read({ metadata, ...(tensors && { tensors }) });
}

const sizes = {
  block_count: u32(4),
  context_length: u32(2048),
  embedding_length: u32(512),
  'attention.head_count': u32(8),
};

describe.each(Object.entries(models))('%s', (_, model) => {
  it.each([
    ['little-endian', { version: 3, little: true }],
    ['of version 2', { version: 2, little: true }],
    ['of version 1', { version: 1, little: true }],
  ])('has its configuration in a file %s', (_, form) => {
    const found = read({ ...model.file, ...form });
    expect(found.config).toEqual(model.config);
    expect(found.layout).toBe(model.layout);
    expect(found.known).toBe(true);
    expect(found.missing).toEqual([]);
    const keys = found.assumed.map(({ key }) => key);
    expect(keys).toEqual(model.assumed ?? []);
  });

  it('has it in a big-endian file, too', () => {
    const tensors = (model.file.tensors ?? []).map((tensor) => {
      const { bytes } = tensor;
      if (!bytes) return tensor;
      const values = [...new Float32Array(bytes.slice().buffer)];
      return { ...tensor, bytes: floats(values, false) };
    });
    const found = read({ ...model.file, tensors, little: false });
    expect(found.config).toEqual(model.config);
  });
});

describe('factors', () => {
  const llama = {
    ...sizes,
    'rope.freq_base': f32(500000),
  };
  const factorsOf = (values: number[]) => [
    { name: 'rope_freqs.weight', shape: [32], bytes: floats(values) },
  ];

  it('are missing with their place, if the file is cut before them', () => {
    const { file } = models['Phi-3.5-mini'] as (typeof models)[string];
    const { bytes } = writeGguf(file);
    const whole = readHeader(bytes);
    const { factors_long, factors_short } = whole.factors;
    expect(factors_long?.to).toBe((factors_long?.from ?? 0) + 192);
    const cut = ggufConfig(readHeader(bytes.slice(0, factors_short?.from)));
    expect(cut.missing).toEqual([
      {
        name: 'rope_factors_short.weight',
        from: factors_short?.from,
        to: factors_short?.to,
      },
    ]);
    expect(cut.config).not.toHaveProperty('rope_scaling');
  });

  it('are those of llama3 only with its usual parameters', () => {
    const usual = llama3Factors(500000, 64, 32);
    const found = of('llama', llama, factorsOf(usual));
    expect(found.config.rope_scaling).toMatchObject({
      rope_type: 'llama3',
      factor: 32,
    });
    const other = usual.map((factor, i) =>
      i === 16 ? factor * 1.001 : factor,
    );
    const scaling = of('llama', llama, factorsOf(other)).config.rope_scaling;
    expect(scaling).toEqual({
      rope_type: 'longrope',
      long_factor: other.map(Math.fround),
      short_factor: other.map(Math.fround),
      original_max_position_embeddings: 2048,
      attention_factor: 1,
    });
  });

  it('of one change nothing', () => {
    const ones = Array<number>(32).fill(1);
    const { config } = of('llama', llama, factorsOf(ones));
    expect(config).not.toHaveProperty('rope_scaling');
  });

  it('may be float16, and stand in the first layer', () => {
    const { config } = of('phi3', sizes, [
      {
        name: 'blk.0.rope_factors_long.weight',
        shape: [2],
        type: 1,
        bytes: Uint8Array.of(0x00, 0x3c, 0x00, 0x40),
      },
      {
        name: 'blk.0.rope_factors_short.weight',
        shape: [2],
        type: 1,
        bytes: Uint8Array.of(0x00, 0x3c, 0x00, 0x3e),
      },
    ]);
    expect(config.rope_scaling).toMatchObject({
      rope_type: 'longrope',
      long_factor: [1, 2],
      short_factor: [1, 1.5],
    });
  });
});

describe('scaling', () => {
  it('may stand under its old key', () => {
    const { config } = of('llama', { ...sizes, 'rope.scale_linear': f32(4) });
    expect(config.rope_scaling).toEqual({ rope_type: 'linear', factor: 4 });
  });

  it.each([
    ['none', 4],
    ['linear', 1],
    ['linear', 0],
  ])('of type %s and factor %d is none', (type, factor) => {
    const { config } = of('llama', {
      ...sizes,
      'rope.scaling.type': text(type),
      'rope.scaling.factor': f32(factor),
    });
    expect(config).not.toHaveProperty('rope_scaling');
  });

  it('multiplies attn_factor with the usual one of YaRN', () => {
    const { config } = of('qwen3', {
      ...sizes,
      'rope.scaling.type': text('yarn'),
      'rope.scaling.factor': f32(4),
      'rope.scaling.attn_factor': f32(0.5),
    });
    expect(config.rope_scaling).toEqual({
      rope_type: 'yarn',
      factor: 4,
      original_max_position_embeddings: 2048,
      attention_factor: 0.5 * (0.1 * Math.log(4) + 1),
    });
  });

  it('stays finite for numbers at the ends of float32', () => {
    const { config } = of('deepseek2', {
      ...sizes,
      'rope.scaling.type': text('yarn'),
      'rope.scaling.factor': f32(-1),
      'rope.scaling.attn_factor': f32(3e38),
      'rope.scaling.yarn_log_multiplier': f32(3e38),
    });
    expect(config.rope_scaling).toMatchObject({
      attention_factor: 3e38,
      mscale: 3e39,
      mscale_all_dim: 3e39,
    });
  });

  it('takes yarn_attn_factor as the attention factor', () => {
    const { config } = of('olmo2', {
      ...sizes,
      'attention.sliding_window': u32(4096),
      'rope.scaling.type': text('yarn'),
      'rope.scaling.factor': f32(8),
      'rope.scaling.yarn_attn_factor': f32(1.2079441541679836),
    });
    expect(config.model_type).toBe('olmo3');
    expect(config.rope_scaling).toMatchObject({ attention_factor: 1.2079442 });
  });

  it('stretches the base of HunYuan by alpha', () => {
    const { config } = of('hunyuan_vl', {
      ...sizes,
      'attention.key_length': u32(128),
      'rope.freq_base': f32(10000),
      'rope.scaling.alpha': f32(1000),
    });
    expect(config.rope_theta).toBeCloseTo(11158839.9251, 3);
  });
});

describe('layers', () => {
  it('do not count those that predict further tokens', () => {
    const { config } = of('glm4moe', {
      ...sizes,
      nextn_predict_layers: u32(1),
    });
    expect(config.num_hidden_layers).toBe(3);
  });

  it('without keys have a state instead of attention', () => {
    const { config } = of('lfm2', {
      ...sizes,
      'attention.head_count_kv': array(u32, 0, 0, 2, 0),
    });
    expect(config).toMatchObject({
      num_key_value_heads: 2,
      layer_types: [
        'linear_attention',
        'linear_attention',
        'full_attention',
        'linear_attention',
      ],
    });
  });

  it('may have different numbers of heads', () => {
    const { config } = of('openelm', {
      ...sizes,
      'attention.head_count': array(u32, 12, 12, 16, 16),
      'attention.head_count_kv': array(u32, 3, 3, 4, 4),
      'attention.key_length': u32(64),
    });
    expect(config).toMatchObject({
      num_attention_heads: [12, 12, 16, 16],
      num_key_value_heads: [3, 3, 4, 4],
      head_dim: 64,
    });
  });

  it('slide by a pattern: a number, or a list with one for each', () => {
    const window = { ...sizes, 'attention.sliding_window': u32(128) };
    const pattern = 'attention.sliding_window_pattern';
    const number = of('modern-bert', { ...window, [pattern]: u32(3) });
    expect(number.config).toMatchObject({
      model_type: 'modernbert',
      local_attention: 128,
      global_attn_every_n_layers: 3,
    });
    const list = of('exaone4', {
      ...window,
      [pattern]: array(bool, true, true, true, false),
    });
    expect(list.config.layer_types).toEqual([
      ...Array(3).fill('sliding_attention'),
      'full_attention',
    ]);
  });
});

describe('architectures', () => {
  it.each([
    ['qwen2', 'qwen2', 'half'],
    ['falcon-h1', 'falcon_h1', 'half'],
    ['phi2', 'phi', 'half'],
    ['command-r', 'cohere', 'interleaved'],
    ['chatglm', 'glm', 'interleaved'],
    ['gpt2', 'gpt2', undefined],
    ['starcoder', 'gpt_bigcode', undefined],
  ])('%s is %s, %s', (arch, type, layout) => {
    const found = of(arch, sizes);
    expect(found.config.model_type).toBe(type);
    expect(found.layout).toBe(layout);
  });

  it('rotate halves by sections where llama.cpp goes by them', () => {
    const sections = { 'rope.dimension_sections': array(u32, 8, 12, 12, 0) };
    expect(of('glm4', sizes).layout).toBe('interleaved');
    const found = of('glm4', { ...sizes, ...sections });
    expect(found.layout).toBe('half');
    expect(found.config.rope_scaling).toEqual({
      rope_type: 'default',
      mrope_section: [8, 12, 12],
    });
    const turns = of('qwen3vl', { ...sizes, ...sections });
    expect(turns.config.rope_scaling).toMatchObject({
      mrope_interleaved: true,
    });
  });

  it('share a model type, or have several', () => {
    const bias = (layer: number) => ({
      name: `enc.blk.${layer}.attn_rel_b.weight`,
      shape: [8, 32],
    });
    const umt5 = of('t5', sizes, [bias(0), bias(1)]);
    expect(umt5.config.model_type).toBe('umt5');
    const large = of('baichuan', { ...sizes, block_count: u32(40) });
    expect(large.config).toMatchObject({ alibi: true, alibi_bias_max: 8 });
    expect(large.layout).toBeUndefined();
    expect(of('baichuan', sizes).layout).toBe('interleaved');
  });

  it('that are unknown are read by their keys, without a layout', () => {
    const found = of('new-model', {
      ...sizes,
      'rope.freq_base': f32(1000000),
    });
    expect(found).toMatchObject({ known: false, arch: 'new-model' });
    expect(found).not.toHaveProperty('layout');
    expect(found.config).toMatchObject({
      model_type: 'new-model',
      rope_theta: 1000000,
    });
    const plain = of('__proto__', sizes);
    expect(plain.config).not.toHaveProperty('rope_theta');
    expect(plain.config.model_type).toBe('__proto__');
  });

  it('without a base have that of llama.cpp, and say so', () => {
    const { config, assumed } = of('qwen2', sizes);
    expect(config.rope_theta).toBe(10000);
    expect(assumed).toEqual([
      { key: 'rope_theta', value: 10000, why: expect.any(String) },
    ]);
  });
});

describe('a wrong file', () => {
  it.each<[string, Record<string, Value>, string]>([
    [
      'without an architecture',
      {},
      'readGguf: general.architecture must be the architecture of a language ' +
        'model, got undefined',
    ],
    [
      'of a projector',
      { 'general.architecture': text('clip') },
      'readGguf: general.architecture must be the architecture of a language ' +
        'model, got "clip"',
    ],
    [
      'with a word for a number',
      {
        'general.architecture': text('llama'),
        'llama.block_count': text('many'),
      },
      'readGguf: llama.block_count must be a whole number ≥ 0, got "many"',
    ],
    [
      'with a base that is no number',
      {
        'general.architecture': text('llama'),
        'llama.rope.freq_base': f32(Number.NaN),
      },
      'readGguf: llama.rope.freq_base must be a finite number, got NaN',
    ],
  ])('%s is refused', (_, metadata, message) => {
    const error = thrown(() => read({ metadata }));
    expect(error.code).toBe('ERR_FORMAT');
    expect(error.message).toBe(message);
  });
});

it('a model type leads back to an architecture that stands for it', () => {
  const names = Object.values(ARCHITECTURES).join(' ').split(' ');
  for (const name of names.map((entry) => entry.split(':')[0] ?? '')) {
    const type = findArchitecture(name)?.model ?? '';
    expect(findArchitecture(architectureOf(type) ?? '')?.model).toBe(type);
  }
  const found = ['llama', 'gemma3_text', 'qwen3_moe', 'gpt_oss'].map(
    architectureOf,
  );
  expect(found).toEqual(['llama', 'gemma3', 'qwen3moe', 'gpt-oss']);
  expect(architectureOf('no_such_model')).toBeUndefined();
});
