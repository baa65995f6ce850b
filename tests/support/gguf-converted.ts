/**
 * Configurations as conversion/*.py of llama.cpp write them into GGUF files:
 * the steps that all models share, and keys that some have of their own.
 */

import {
  array,
  bool,
  type FileToWrite,
  f32,
  floats,
  i32,
  text,
  u32,
  type Value,
} from './gguf.js';
import { llama3Factors } from './gguf-models.js';

type Config = Readonly<Record<string, unknown>>;

/** The first of some keys that a configuration has. */
function find<T>(config: Config, ...names: readonly string[]): T | undefined {
  const name = names.find((one) => (config[one] ?? null) !== null);
  return name === undefined ? undefined : (config[name] as T);
}

/** Adds a key if there is a value for it. */
type Put = (key: string, value: Value | undefined) => void;

/** The rope parameters of all layers, or of those that attend to all keys. */
function ropeOf(config: Config): Config {
  const rope = find<Config>(config, 'rope_parameters', 'rope_scaling') ?? {};
  const own = (rope.full_attention as Config | undefined) ?? rope;
  const theta =
    own.rope_theta ??
    find(config, 'rope_theta', 'rotary_emb_base', 'global_rope_theta');
  return { ...own, rope_theta: theta, rope_type: own.rope_type ?? own.type };
}

const number = (make: (value: number) => Value, value: unknown) =>
  typeof value === 'number' ? make(value) : undefined;

/** Sizes and heads, as `TextModel.set_gguf_parameters` writes them. */
function putSizes(config: Config, put: Put): void {
  const count = (key: string, ...names: readonly string[]) =>
    put(key, number(u32, find(config, ...names)));
  count(
    'block_count',
    'num_hidden_layers',
    'n_layers',
    'n_layer',
    'num_layers',
  );
  count(
    'context_length',
    'max_position_embeddings',
    'n_positions',
    'n_ctx',
    'max_seq_len',
    'seq_length',
    'model_max_length',
  );
  count('embedding_length', 'hidden_size', 'n_embd', 'd_model', 'dim');
  count(
    'attention.head_count',
    'num_attention_heads',
    'n_head',
    'n_heads',
    'num_heads',
  );
  count('attention.head_count_kv', 'num_key_value_heads', 'n_head_kv');
  for (const key of ['attention.key_length', 'attention.value_length']) {
    count(key, 'head_dim', 'd_kv');
  }
}

/** What the rope is, with its factors as tensors. */
function putRope(
  config: Config,
  put: Put,
): NonNullable<FileToWrite['tensors']> {
  const rope = ropeOf(config);
  const { rope_type: type, factor } = rope;
  put('rope.freq_base', number(f32, rope.rope_theta));
  const original =
    find(config, 'original_max_position_embeddings') ??
    rope.original_max_position_embeddings;
  if (type === 'linear' || type === 'yarn') {
    put('rope.scaling.type', text(type));
    put('rope.scaling.factor', number(f32, factor));
  }
  if (type === 'yarn') {
    put('rope.scaling.original_context_length', number(u32, original));
    const keys = {
      yarn_ext_factor: 'extrapolation_factor',
      yarn_attn_factor: 'attention_factor',
      yarn_beta_fast: 'beta_fast',
      yarn_beta_slow: 'beta_slow',
    };
    for (const [key, name] of Object.entries(keys)) {
      put(`rope.scaling.${key}`, number(f32, rope[name]));
    }
  }
  const sections = rope.mrope_section as readonly number[] | undefined;
  if (sections) {
    const padded = [...sections, 0, 0, 0, 0].slice(0, 4);
    put('rope.dimension_sections', array(i32, ...padded));
  }
  const tensor = (name: string, values: unknown) => {
    const list = values as readonly number[];
    return { name, shape: [list.length], bytes: floats(list) };
  };
  if (type === 'llama3') {
    const theta = Number(rope.rope_theta);
    const heads = Number(find(config, 'num_attention_heads'));
    const width = Number(find(config, 'hidden_size')) / heads;
    const turned = find<number>(config, 'head_dim') ?? width;
    const factors = llama3Factors(theta, turned, Number(factor));
    return [tensor('rope_freqs.weight', factors)];
  }
  if (type === 'proportional') {
    const pairs = Number(config.global_head_dim) / 2;
    const turned = Number(rope.partial_rotary_factor) * pairs;
    const factors = Array.from({ length: pairs }, (_, i) =>
      i < turned ? 1 : 1e30,
    );
    return [tensor('rope_freqs.weight', factors)];
  }
  if (type !== 'longrope' && type !== 'su') return [];
  put('rope.scaling.original_context_length', number(u32, original));
  return [
    tensor('rope_factors_long.weight', rope.long_factor),
    tensor('rope_factors_short.weight', rope.short_factor),
  ];
}

/** The keys of latent attention, as conversion/deepseek.py writes them. */
function putLatent(config: Config, put: Put): void {
  const [rank, turned, plain, width] = [
    'kv_lora_rank',
    'qk_rope_head_dim',
    'qk_nope_head_dim',
    'v_head_dim',
  ].map((name) => Number(config[name])) as [number, number, number, number];
  put('attention.head_count_kv', u32(1));
  put('attention.kv_lora_rank', u32(rank));
  put('attention.key_length', u32(rank + turned));
  put('attention.value_length', u32(rank));
  put('attention.key_length_mla', u32(plain + turned));
  put('attention.value_length_mla', u32(width));
  put('rope.dimension_count', u32(turned));
  const all = ropeOf(config).mscale_all_dim;
  if (typeof all === 'number') {
    put('rope.scaling.yarn_log_multiplier', f32(0.1 * all));
  }
}

/** The part of a head that is turned. */
function putPart(config: Config, put: Put, usual = 1): void {
  const width =
    find<number>(config, 'head_dim') ??
    Number(find(config, 'hidden_size', 'n_embd')) /
      Number(find(config, 'num_attention_heads', 'n_head'));
  const rope = find<Config>(config, 'rope_parameters', 'rope_scaling');
  const share =
    find<number>(config, 'partial_rotary_factor', 'rotary_pct') ??
    (rope && find<number>(rope, 'partial_rotary_factor')) ??
    usual;
  put('rope.dimension_count', u32(Math.floor(width * share)));
}

const windowed = (config: Config, put: Put) =>
  put('attention.sliding_window', number(u32, config.sliding_window));

const wordsOf = ({ layer_types: words }: Config) => words as readonly string[];

/** Which layers slide, as a list. */
function putPattern(config: Config, put: Put): void {
  const slides = wordsOf(config).map((word) => word === 'sliding_attention');
  put('attention.sliding_window_pattern', array(bool, ...slides));
}

/** The attention factor of longrope, as conversion/phi.py writes it. */
function putLongFactor(config: Config, put: Put): void {
  const longest = Number(config.max_position_embeddings);
  const original = Number(config.original_max_position_embeddings);
  const growth = Math.log(longest / original) / Math.log(original);
  put('rope.scaling.attn_factor', f32(Math.sqrt(1 + growth)));
}

/** What the converter of an architecture writes besides. */
export const more: Readonly<
  Record<string, (config: Config, put: Put) => void>
> = {
  baichuan: putPart,
  bert: (_, put) => put('attention.causal', bool(false)),
  bloom: (config, put) => {
    put('context_length', number(u32, config.seq_length) ?? u32(2048));
    put(
      'embedding_length',
      number(u32, find(config, 'n_embed', 'hidden_size')),
    );
  },
  cohere2: (config, put) => {
    windowed(config, put);
    putPart(config, put);
  },
  deepseek2: (config, put) => {
    const sigmoid = config.scoring_func === 'sigmoid';
    put('expert_gating_func', u32(sigmoid ? 2 : 1));
    putLatent(config, put);
  },
  exaone4: (config, put) => {
    windowed(config, put);
    if (config.layer_types) putPattern(config, put);
    putPart(config, put);
  },
  gemma2: (config, put) => {
    windowed(config, put);
    put('attn_logit_softcapping', number(f32, config.attn_logit_softcapping));
  },
  gemma3: (config, put) => {
    windowed(config, put);
    put('rope.freq_base', number(f32, config.rope_theta) ?? f32(1_000_000));
    put('rope.freq_base_swa', f32(10_000));
  },
  gemma4: (config, put) => {
    windowed(config, put);
    putPattern(config, put);
    const slides = wordsOf(config).map((word) => word !== 'full_attention');
    const widths = [config.global_head_dim, config.head_dim];
    for (const [i, end] of ['', '_swa'].entries()) {
      for (const key of ['attention.key_length', 'attention.value_length']) {
        put(`${key}${end}`, number(u32, widths[i]));
      }
      put(`rope.dimension_count${end}`, number(u32, widths[i]));
    }
    const heads = [
      config.num_global_key_value_heads,
      config.num_key_value_heads,
    ].map(Number);
    const list = slides.map((on) => heads[Number(on)] as number);
    put('attention.head_count_kv', array(u32, ...list));
    put('rope.freq_base_swa', f32(10_000));
  },
  chatglm: (config, put) => putPart(config, put, 0.5),
  'gpt-oss': windowed,
  granitehybrid: (config, put) => {
    put('attention.scale', number(f32, config.attention_multiplier));
    const heads = Number(config.num_key_value_heads);
    const list = wordsOf(config).map((word) =>
      word === 'attention' ? heads : 0,
    );
    put('attention.head_count_kv', array(u32, ...list));
    put('rope.scaling.finetuned', bool(false));
    put('ssm.state_size', number(u32, config.mamba_d_state));
    put('context_length', u32(2 ** 20));
  },
  llama: putPart,
  minicpm3: (config, put) => {
    const [plain, turned] = [config.qk_nope_head_dim, config.qk_rope_head_dim];
    put('attention.kv_lora_rank', number(u32, config.kv_lora_rank));
    put('attention.key_length', u32(Number(plain) + Number(turned)));
    put('rope.dimension_count', number(u32, turned));
  },
  mistral3: (config, put) => {
    putPart(config, put);
    const rope = ropeOf(config);
    put('rope.scaling.yarn_log_multiplier', number(f32, rope.mscale_all_dim));
    const beta = rope.llama_4_scaling_beta;
    put('attention.temperature_scale', number(f32, beta));
  },
  mistral4: (config, put) => {
    putLatent(config, put);
    const beta = ropeOf(config).llama_4_scaling_beta;
    put('attention.temperature_scale', number(f32, beta));
  },
  mpt: (config, put) => {
    const { alibi, alibi_bias_max: bias } = config.attn_config as Config;
    put('attention.max_alibi_bias', f32(alibi ? Number(bias) : 0));
  },
  nemotron: (config, put) => putPart(config, put, 0.5),
  'modern-bert': (config, put) => {
    put('attention.sliding_window', number(u32, config.local_attention));
    put('rope.freq_base_swa', number(f32, config.local_rope_theta));
    const every = number(u32, config.global_attn_every_n_layers);
    put('attention.sliding_window_pattern', every);
  },
  olmo2: (config, put) => {
    windowed(config, put);
    putPattern(config, put);
  },
  phi2: (config, put) => putPart(config, put, 0.5),
  phi3: (config, put) => {
    windowed(config, put);
    putPart(config, put);
    putLongFactor(config, put);
  },
  qwen35: (config, put) => {
    putPart(config, put, 0.25);
    put('full_attention_interval', number(u32, config.full_attention_interval));
  },
  qwen3next: (config, put) => {
    putPart(config, put, 0.25);
    put('full_attention_interval', number(u32, config.full_attention_interval));
  },
  smollm3: putPart,
  stablelm: (config, put) => putPart(config, put, 0.25),
  t5: (config, put) => {
    put('decoder_block_count', number(u32, config.num_decoder_layers));
    const buckets = number(u32, config.relative_attention_num_buckets);
    put('attention.relative_buckets_count', buckets);
  },
};

/** The file that llama.cpp makes of a configuration. */
export function converted(arch: string, whole: Config): FileToWrite {
  const config = { ...whole, ...(whole.text_config as Config | undefined) };
  const metadata: Record<string, Value> = {
    'general.architecture': text(arch),
  };
  const put: Put = (key, value) => {
    if (value !== undefined) metadata[`${arch}.${key}`] = value;
  };
  putSizes(config, put);
  const tensors = [...putRope(config, put)];
  more[arch]?.(config, put);
  return { metadata, tensors };
}
