/**
 * GGUF files through `pe.model`: what comes out is what comes out of the
 * configuration that the file was made of, in the layout of llama.cpp.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Layer, load, type Model, type Rope, type Tower } from 'posenc';
import { readGguf } from 'posenc/gguf';
import { describe, expect, it } from 'vitest';
import { ARCHITECTURES } from '../../bindings/src/models/gguf/architectures.js';
import {
  array,
  bool,
  f32,
  text,
  u32,
  type Value,
  writeGguf,
} from '../support/gguf.js';
import { converted } from '../support/gguf-converted.js';
import { type GgufModel, models } from '../support/gguf-models.js';
import { thrown } from './thrown.js';

const pe = await load();
const data = path.join(import.meta.dirname, '../models');

/** A case of tests/models: its file, and its architecture in llama.cpp. */
const cases = [
  ['data/baichuan2_7b', 'baichuan', 'interleaved'],
  ['data/bert_arctic_embed_m', 'bert'],
  ['data/command_r7b_nope_every_4th', 'cohere2', 'interleaved'],
  ['data/deepseek_v2_lite', 'deepseek2', 'interleaved'],
  ['data/deepseek_v3', 'deepseek2', 'interleaved'],
  ['data/devstral2_123b_yarn', 'mistral3', 'interleaved'],
  ['data/exaone4_32b_hybrid', 'exaone4', 'half'],
  ['data/gemma2_27b_scalar144', 'gemma2', 'half'],
  ['data/gemma3_27b_sparse_text_config', 'gemma3', 'half'],
  ['data/gemma4_26b_a4b', 'gemma4', 'half'],
  ['data/glm4_9b_hf_default_partial', 'chatglm', 'interleaved'],
  ['data/gpt_oss_20b', 'gpt-oss', 'half'],
  ['data/granite_4_h_micro_nope', 'granitehybrid', 'interleaved'],
  ['data/kimi_k2_beta1_beta1', 'deepseek2', 'interleaved'],
  ['data/llama3_1_405b', 'llama', 'interleaved'],
  ['data/llama3_2_3b', 'llama', 'interleaved'],
  ['data/minicpm3_4b_longrope', 'minicpm3', 'half'],
  ['data/ministral3_8b_llama4_scaling', 'mistral3', 'interleaved'],
  ['data/mistral_small4_mla', 'mistral4', 'interleaved'],
  ['data/mixtral_8x22b', 'llama', 'interleaved'],
  ['data/mpt_7b_alibi_and_learned_flag', 'mpt'],
  ['data/olmo3_1_32b_yarn_full_only', 'olmo2', 'half'],
  ['data/phi2_partial', 'phi2', 'half'],
  ['data/phi3_mini_128k', 'phi3', 'half'],
  ['data/phi4_mini_partial_longrope', 'phi3', 'half'],
  ['data/qwen15_4b_window_off', 'qwen2', 'half'],
  ['data/qwen2_vl_7b_mrope', 'qwen2vl', 'half'],
  ['data/qwen3_5_27b_hybrid', 'qwen35', 'half'],
  ['data/qwen3_vl_2b_mrope', 'qwen3vl', 'half'],
  ['data/smollm3_3b', 'smollm3', 'interleaved'],
  ['data/stablelm_3b_4e1t', 'stablelm', 'half'],
  ['data/t5_small', 't5'],
  ['own/bloom_560m', 'bloom'],
  ['own/gpt2', 'gpt2'],
  ['own/minitron_4b', 'nemotron', 'half'],
  ['own/modernbert_base', 'modern-bert', 'half'],
  ['own/qwen3_next_80b', 'qwen3next', 'half'],
  ['own/seed_oss_36b', 'seed_oss', 'half'],
] as const;

/** Files whose keys are written out, and cases of the same models. */
const written = [
  ['Llama-3.1-8B', 'data/ok_llama31_five_keys'],
  ['Gemma 3 27B', 'data/gemma3_27b_sparse_text_config'],
  ['DeepSeek-V3', 'data/deepseek_v3'],
  ['DeepSeek-V2-Lite', 'data/deepseek_v2_lite'],
  ['Ministral 3 8B', 'data/ministral3_8b_llama4_scaling'],
  ['gpt-oss-20b', 'data/gpt_oss_20b'],
  ['BERT base', 'data/bert_arctic_embed_m'],
  ['MPT-7B', 'data/mpt_7b_alibi_and_learned_flag'],
  ['T5 small', 'data/t5_small'],
  ['Qwen2-VL-7B', 'data/qwen2_vl_7b_mrope'],
] as const;

/**
 * A value in which each number that rounds to the same float32 as the one at
 * its place in another value is that one: files hold float32.
 */
function rounded(value: unknown, other: unknown): unknown {
  if (typeof value === 'number' && typeof other === 'number') {
    return Math.abs(value - other) <= 2 ** -23 * Math.abs(other)
      ? other
      : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (typeof other !== 'object' || other === null) return value;
  if (Array.isArray(value)) {
    return value.map((one, i) => rounded(one, (other as unknown[])[i]));
  }
  const others = other as Readonly<Record<string, unknown>>;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, one]) => [key, rounded(one, others[key])]),
  );
}

/**
 * What a layer computes, without the order of its components. Files have weights
 * of norms with the 1 that classes add.
 */
function meaning({ rope, spec: _, positions, norm, ...layer }: Layer) {
  return {
    ...layer,
    norm: norm && { ...norm, offset: 0 },
    positions: positions.map((spec) =>
      spec.method === 'rope' ? 'rope' : spec,
    ),
    rope: rope && ropeMeaning(rope),
  };
}

function ropeMeaning(rope: Rope) {
  const { headDim, rotaryDim, rotaryStart, frequencies } = rope;
  const { attentionFactor, scoreFactor } = rope;
  return {
    ...{ headDim, rotaryDim, rotaryStart, attentionFactor, scoreFactor },
    frequencies: [...frequencies],
  };
}

/** The configuration of a case. */
function configOf(name: string): Readonly<Record<string, unknown>> {
  const file = readFileSync(path.join(data, `${name}.json`), 'utf8');
  return JSON.parse(file).config;
}

/** The main tower of a model. */
function mainTower({ towers, layers }: Model): Tower {
  const found = Object.values(towers).find((tower) => tower?.layers === layers);
  return found as Tower;
}

function expectSame(read: Model, given: Model): void {
  const [tower, wanted] = [mainTower(read), mainTower(given)];
  expect(tower.table).toEqual(wanted.table);
  expect(tower.layers).toHaveLength(wanted.layers.length);
  for (const [index, layer] of tower.layers.entries()) {
    const one = meaning(wanted.layers[index] as Layer);
    expect(rounded(meaning(layer), one), `layer ${index}`).toEqual(one);
  }
  expect(read.guessed).toBe(false);
  expect(read.findings.filter((f) => f.severity === 'error')).toEqual([]);
}

function expectLayout({ layers }: Model, layout: string | undefined): void {
  for (const { rope } of layers) {
    if (!rope) continue;
    expect(rope.layout).toBe(layout);
    expect(rope.outLayout).toBe(layout);
  }
}

describe.each(cases)('%s as %s', (name, arch, layout?: string) => {
  const config = configOf(name);
  const { bytes } = writeGguf(converted(arch, config));
  const read = pe.model(readGguf(bytes));

  it('computes the same', () => expectSame(read, pe.model(config)));

  it('has the layout of llama.cpp', () => expectLayout(read, layout));
});

describe.each(written)('the file of %s', (name, other) => {
  const { file, layout } = models[name] as GgufModel;
  const read = pe.model(readGguf(writeGguf(file).bytes));

  it('computes the same', () => expectSame(read, pe.model(configOf(other))));

  it('has the layout of llama.cpp', () => expectLayout(read, layout));
});

/** Architectures whose files always have keys that are not given here. */
const SPECIAL =
  'bailingmoe3 bert deepseek2 deepseek2-ocr deepseek32 deepseek4 gemma4 ' +
  'glm-dsa glm5-next granitehybrid hy-v4 kimi-k3 kimi-linear mimo2 minicpm3 ' +
  'mistral4 nemotron_h nemotron_h_moe plm qwen35 qwen35moe qwen3vl qwen3vlmoe t5encoder';

const architectures = Object.entries(ARCHITECTURES).flatMap(([rope, names]) =>
  names
    .split(' ')
    .map((entry): [string, string] => [entry.split(':')[0] ?? '', rope])
    .filter(([arch]) => !SPECIAL.split(' ').includes(arch)),
);

describe.each(architectures)('sizes of %s', (arch, rope) => {
  const sizes = {
    block_count: u32(13),
    embedding_length: u32(1152),
    context_length: u32(3000),
    'attention.head_count': u32(12),
    'attention.head_count_kv': u32(4),
    'attention.key_length': u32(80),
    'rope.dimension_count': u32(40),
    'rope.freq_base': f32(12345),
    'rope.freq_base_swa': f32(54321),
  };
  const own = Object.entries(sizes).map(([key, value]) => [
    `${arch}.${key}`,
    value,
  ]);
  const metadata = {
    'general.architecture': text(arch),
    ...Object.fromEntries(own),
  };
  const model = pe.model(readGguf(writeGguf({ metadata }).bytes));
  const layers = model.layers.filter(({ attention }) => attention !== null);

  it('are those of the file, not of the class', () => {
    expect(model.layers).toHaveLength(13);
    expect(Object.keys(model.towers)).toEqual(
      arch === 't5' ? ['encoder', 'decoder'] : ['text'],
    );
    for (const layer of layers) {
      expect(layer).toMatchObject({ heads: 12, keyHeads: 4, headDim: 80 });
    }
  });

  it('are those of the rope, too', () => {
    const ropes = layers.flatMap((layer) => layer.rope ?? []);
    if (rope === 'none') expect(ropes).toEqual([]);
    else if (layers.length > 0) expect(ropes).not.toEqual([]);
    for (const { theta, rotaryDim, layout } of ropes) {
      expect([12345, 54321]).toContain(theta);
      expect(rotaryDim).toBe(40);
      expect(layout).toBe(rope === 'normal' ? 'interleaved' : 'half');
    }
    expect(model.findings.filter((f) => f.severity === 'error')).toEqual([]);
  });
});

describe('layers that slide', () => {
  const layersOf = (arch: string, values: Readonly<Record<string, Value>>) => {
    const sizes = {
      block_count: u32(4),
      embedding_length: u32(512),
      'attention.head_count': u32(8),
      'attention.key_length': u32(64),
      'attention.sliding_window': u32(128),
      'rope.freq_base': f32(5000000),
      'rope.freq_base_swa': f32(10000),
    };
    const own = Object.entries({ ...sizes, ...values }).map(([key, value]) => [
      `${arch}.${key}`,
      value,
    ]);
    const metadata = {
      'general.architecture': text(arch),
      ...Object.fromEntries(own),
    };
    return pe.model(readGguf(writeGguf({ metadata }).bytes)).layers;
  };

  it('may have other key heads, as those of MiMo 2', () => {
    const layers = layersOf('mimo2', {
      'attention.head_count_kv': array(u32, 2, 4, 4, 2),
      'attention.sliding_window_pattern': array(bool, false, true, true, false),
    });
    expect(layers.map(({ keyHeads }) => keyHeads)).toEqual([2, 4, 4, 2]);
    expect(layers.map(({ window }) => window)).toEqual([null, 128, 128, null]);
    const bases = layers.map(({ rope }) => rope?.theta);
    expect(bases).toEqual([5000000, 10000, 10000, 5000000]);
  });

  it('may be the only ones that turn, as those of SmallThinker', () => {
    const layers = layersOf('smallthinker', {});
    const turns = layers.map(({ rope }) => rope !== null);
    expect(turns).toEqual([false, true, true, true]);
    expect(layers.map(({ window }) => window)).toEqual([null, 128, 128, 128]);
  });
});

it('the scores of Grok have the factor and the limit of its graph', () => {
  const grok = (values: Readonly<Record<string, Value>>) => {
    const metadata = {
      'general.architecture': text('grok'),
      'grok.block_count': u32(1),
      ...values,
    };
    return pe.model(readGguf(writeGguf({ metadata }).bytes)).layers[0];
  };
  expect(grok({})?.softmaxScale).toBeCloseTo(128 ** -0.5, 12);
  expect(grok({})?.softcap).toBe(30);
  const layer = grok({
    'grok.attention.output_scale': f32(0.25),
    'grok.attn_logit_softcapping': f32(20),
  });
  expect(layer).toMatchObject({ softmaxScale: 0.25, softcap: 20 });
});

describe('what a file leaves open', () => {
  const read = (name: string) => {
    const { file } = models[name] as GgufModel;
    return pe.model(readGguf(writeGguf(file).bytes));
  };

  it('is in assumed', () => {
    expect(read('Gemma 3 27B').assumed).toContainEqual({
      key: 'query_pre_attn_scalar',
      value: 168,
      why: expect.stringContaining('llama.cpp'),
    });
    expect(read('gpt-oss-20b').assumed).toContainEqual(
      expect.objectContaining({ key: 'rope_scaling.truncate', value: false }),
    );
  });

  it('is a finding if factors of the rope lie behind the bytes', () => {
    const { file } = models['Llama-3.1-8B'] as GgufModel;
    const { bytes, headerEnd } = writeGguf(file);
    const head = bytes.slice(0, headerEnd);
    const config = readGguf(head);
    const [missing] = config.gguf.missing;
    const [from, to] = [missing?.from ?? 0, missing?.to ?? 0];
    const { findings, layers } = pe.model(config);
    expect(findings).toContainEqual({
      severity: 'error',
      kind: 'missing',
      key: 'rope_freqs.weight',
      value: undefined,
      message: expect.stringContaining(`bytes ${from} to ${to}`),
      advice: expect.stringContaining('readGguf'),
    });
    expect(layers[0]?.rope?.frequencies[63]).toBeCloseTo(500000 ** -(63 / 64));
    const given = { 'rope_freqs.weight': bytes.slice(from, to) };
    const whole = readGguf(head, given);
    expect(whole).toEqual(readGguf(bytes));
    expect(whole.gguf.missing).toEqual([]);
    const short = { 'rope_freqs.weight': bytes.slice(from, to - 4) };
    expect(thrown(() => readGguf(head, short)).message).toBe(
      'readGguf: tensor "rope_freqs.weight" must have 256 bytes, got 252',
    );
  });

  it('makes a guess of an architecture that is unknown', () => {
    const metadata = {
      'general.architecture': text('unheard-of'),
      'unheard-of.block_count': u32(2),
      'unheard-of.embedding_length': u32(64),
      'unheard-of.attention.head_count': u32(4),
      'unheard-of.rope.freq_base': f32(10000),
    };
    const { guessed, layers } = pe.model(
      readGguf(writeGguf({ metadata }).bytes),
    );
    expect(guessed).toBe(true);
    expect(layers).toHaveLength(2);
  });

  it('is no value that the file gives no means to compute', () => {
    const metadata = {
      'general.architecture': text('gemma3'),
      'gemma3.block_count': u32(1),
    };
    const { gguf } = readGguf(writeGguf({ metadata }).bytes);
    const keys = gguf.assumed.map(({ key }) => key);
    expect(keys).toEqual(['rope_theta']);
  });

  it('is a length if the header is cut', () => {
    const { file } = models['T5 small'] as GgufModel;
    const { bytes, headerEnd } = writeGguf(file);
    let length = 8;
    for (let rounds = 0; rounds < headerEnd; ++rounds) {
      const error = thrown(() => readGguf(bytes.slice(0, length)));
      expect(error.code).toBe('ERR_FORMAT');
      expect(error.param).toBe('bytes.length');
      expect(error.value).toBeGreaterThan(length);
      expect(error.value).toBeLessThanOrEqual(headerEnd);
      length = error.value as number;
      if (length === headerEnd) break;
    }
    expect(readGguf(bytes.slice(0, length))).toEqual(readGguf(bytes));
  });
});

describe('the factor of Granite', () => {
  const granite = (values: Readonly<Record<string, Value>>) => {
    const metadata = {
      'general.architecture': text('granite'),
      'granite.block_count': u32(1),
      'granite.embedding_length': u32(256),
      'granite.attention.head_count': u32(4),
      ...values,
    };
    return pe.model(readGguf(writeGguf({ metadata }).bytes)).layers[0];
  };

  it('is that of the file', () => {
    const layer = granite({ 'granite.attention.scale': f32(0.25) });
    expect(layer?.softmaxScale).toBe(0.25);
  });

  it('is the usual one without, or if it is 0', () => {
    expect(granite({})?.softmaxScale).toBe(0.125);
    const layer = granite({ 'granite.attention.scale': f32(0) });
    expect(layer?.softmaxScale).toBe(0.125);
  });
});

describe('the member gguf', () => {
  const llama = { model_type: 'llama', num_hidden_layers: 1 };

  it.each([
    [{ layout: 'diagonal', known: 'yes' }, 'half'],
    [{ layout: 'interleaved', missing: 3, assumed: [null, {}] }, 'interleaved'],
    [[1, 2], 'half'],
    [null, 'half'],
  ])('%j is read by its kinds', (gguf, layout) => {
    const { layers, guessed } = pe.model({ ...llama, gguf });
    expect(layers[0]?.rope?.layout).toBe(layout);
    expect(guessed).toBe(false);
  });
});

it.each([
  ['a Uint8Array', new Uint8Array(8)],
  ['a DataView', new DataView(new ArrayBuffer(8))],
  ['an object', new ArrayBuffer(8)],
])('pe.model refuses %s and names readGguf', (what, bytes) => {
  const error = thrown(() => pe.model(bytes));
  expect(error.code).toBe('ERR_TYPE');
  expect(error.message).toBe(
    'model: config must be the object of a config.json, or what readGguf of ' +
      `posenc/gguf makes of a GGUF file, got ${what}`,
  );
});
