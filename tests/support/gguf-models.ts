/**
 * Headers of GGUF files of real models: the keys that conversion/*.py of
 * llama.cpp writes for their configurations, and the configurations that must
 * come out again.
 */

import {
  array,
  bool,
  type FileToWrite,
  f32,
  floats,
  i32,
  type TensorToWrite,
  text,
  u32,
  type Value,
} from './gguf.js';

/** A model's file, and what must be read from it. */
export interface GgufModel {
  readonly file: FileToWrite;
  readonly config: Readonly<Record<string, unknown>>;
  readonly layout?: 'half' | 'interleaved';
  /** Keys of what the file leaves open. */
  readonly assumed?: readonly string[];
}

/** A vocabulary of a few words, in the arrays that every file has. */
const vocabulary: Readonly<Record<string, Value>> = {
  'tokenizer.ggml.model': text('gpt2'),
  'tokenizer.ggml.tokens': array(text, '!', 'ü', '', '<|end|>'),
  'tokenizer.ggml.scores': array(f32, 0, -1, -2, -3),
  'tokenizer.ggml.token_type': array(i32, 1, 1, 1, 3),
  'tokenizer.ggml.bos_token_id': u32(3),
};

function metadata(
  arch: string,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const own = Object.entries(values).map(([key, value]) => [
    `${arch}.${key}`,
    value,
  ]);
  return {
    'general.architecture': text(arch),
    'general.type': text('model'),
    'general.name': text(`A ${arch}`),
    'general.tags': array(text, 'text-generation', 'en'),
    ...Object.fromEntries(own),
    ...vocabulary,
    'general.quantization_version': u32(2),
  };
}

/** Sizes that all converters write. */
function sizes(
  layers: number,
  length: number,
  width: number,
  heads: number,
  keyHeads?: number,
): Record<string, Value> {
  return {
    block_count: u32(layers),
    context_length: u32(length),
    embedding_length: u32(width),
    'attention.head_count': u32(heads),
    ...(keyHeads !== undefined && {
      'attention.head_count_kv': u32(keyHeads),
    }),
  };
}

/** A matrix whose numbers are not in the file. */
function matrix(name: string, ...shape: number[]): TensorToWrite {
  return { name, shape, type: 12 };
}

function vector(name: string, values: readonly number[]): TensorToWrite {
  return { name, shape: [values.length], bytes: floats(values) };
}

/** The factors of Llama 3.1 as the converter computes them. */
export function llama3Factors(theta: number, width: number, factor: number) {
  const [low, high, original] = [1, 4, 8192];
  return Array.from({ length: width / 2 }, (_, i) => {
    const wave = 2 * Math.PI * theta ** ((2 * i) / width);
    if (wave < original / high) return 1;
    if (wave > original / low) return factor;
    const smooth = (original / wave - low) / (high - low);
    return 1 / ((1 - smooth) / factor + smooth);
  });
}

/** `mscale` of DeepSeek-V2-Lite. */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: it is no root
const LITE = 0.707;

/** Factors of longrope that are float32 numbers. */
const shortFactors = Array.from({ length: 48 }, (_, i) => 1 + i / 64);
const longFactors = Array.from({ length: 48 }, (_, i) => 1 + i);

export const models: Readonly<Record<string, GgufModel>> = {
  'Llama-3.1-8B': {
    file: {
      metadata: metadata('llama', {
        ...sizes(32, 131072, 4096, 32, 8),
        'rope.freq_base': f32(500000),
        'attention.layer_norm_rms_epsilon': f32(1e-5),
        vocab_size: u32(128256),
        'rope.dimension_count': u32(128),
      }),
      tensors: [
        vector('rope_freqs.weight', llama3Factors(500000, 128, 8)),
        matrix('blk.0.attn_q.weight', 4096, 4096),
      ],
    },
    layout: 'interleaved',
    config: {
      model_type: 'llama',
      rms_norm_eps: 1e-5,
      hidden_size: 4096,
      max_position_embeddings: 131072,
      num_hidden_layers: 32,
      sliding_window: null,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      head_dim: 128,
      rope_theta: 500000,
      rotary_dim: 128,
      partial_rotary_factor: 1,
      rope_scaling: {
        rope_type: 'llama3',
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
      },
    },
  },
  'Gemma 3 27B': {
    file: {
      metadata: metadata('gemma3', {
        ...sizes(62, 131072, 5376, 32, 16),
        'rope.scaling.type': text('linear'),
        'rope.scaling.factor': f32(8),
        'attention.layer_norm_rms_epsilon': f32(1e-6),
        'attention.key_length': u32(128),
        'attention.value_length': u32(128),
        'rope.freq_base': f32(1000000),
        'rope.freq_base_swa': f32(10000),
        'attention.sliding_window': u32(1024),
      }),
    },
    layout: 'half',
    assumed: ['query_pre_attn_scalar'],
    config: {
      model_type: 'gemma3_text',
      rms_norm_eps: 1e-6,
      hidden_size: 5376,
      max_position_embeddings: 131072,
      num_hidden_layers: 62,
      sliding_window: 1024,
      num_attention_heads: 32,
      num_key_value_heads: 16,
      head_dim: 128,
      query_pre_attn_scalar: 168,
      rope_theta: 1000000,
      rope_local_base_freq: 10000,
      rotary_dim: 128,
      partial_rotary_factor: 1,
      rope_scaling: { rope_type: 'linear', factor: 8 },
    },
  },
  'Gemma 4 26B': {
    file: {
      metadata: metadata('gemma4', {
        ...sizes(3, 262144, 2816, 16),
        'attention.head_count_kv': array(u32, 8, 8, 2),
        'attention.key_length': u32(512),
        'attention.value_length': u32(512),
        'attention.key_length_swa': u32(256),
        'attention.value_length_swa': u32(256),
        'attention.sliding_window': u32(1024),
        'attention.sliding_window_pattern': array(bool, true, true, false),
        'attention.shared_kv_layers': u32(0),
        final_logit_softcapping: f32(30),
        'rope.freq_base': f32(1000000),
        'rope.freq_base_swa': f32(10000),
        'rope.dimension_count': u32(512),
        'rope.dimension_count_swa': u32(256),
      }),
      tensors: [
        vector('rope_freqs.weight', [
          ...Array<number>(64).fill(1),
          ...Array<number>(192).fill(1e30),
        ]),
      ],
    },
    layout: 'half',
    config: {
      model_type: 'gemma4_text',
      hidden_size: 2816,
      max_position_embeddings: 262144,
      num_kv_shared_layers: 0,
      final_logit_softcapping: 30,
      num_hidden_layers: 3,
      sliding_window: 1024,
      layer_types: ['sliding_attention', 'sliding_attention', 'full_attention'],
      num_attention_heads: 16,
      attention_k_eq_v: true,
      num_key_value_heads: 8,
      num_global_key_value_heads: 2,
      head_dim: 256,
      global_head_dim: 512,
      rope_parameters: {
        full_attention: {
          rope_type: 'proportional',
          rope_theta: 1000000,
          partial_rotary_factor: 0.25,
        },
        sliding_attention: {
          rope_type: 'default',
          rope_theta: 10000,
          partial_rotary_factor: 1,
        },
      },
    },
  },
  'DeepSeek-V3': {
    file: {
      metadata: metadata('deepseek2', {
        ...sizes(61, 163840, 7168, 128, 1),
        'rope.scaling.type': text('yarn'),
        'rope.scaling.factor': f32(40),
        'rope.scaling.original_context_length': u32(4096),
        'rope.scaling.yarn_beta_fast': f32(32),
        'rope.scaling.yarn_beta_slow': f32(1),
        'rope.freq_base': f32(10000),
        expert_gating_func: u32(2),
        'attention.q_lora_rank': u32(1536),
        'attention.kv_lora_rank': u32(512),
        'attention.key_length': u32(576),
        'attention.value_length': u32(512),
        'attention.key_length_mla': u32(192),
        'attention.value_length_mla': u32(128),
        'rope.dimension_count': u32(64),
        'rope.scaling.yarn_log_multiplier': f32(0.1),
      }),
    },
    layout: 'interleaved',
    config: {
      model_type: 'deepseek_v3',
      hidden_size: 7168,
      max_position_embeddings: 163840,
      kv_lora_rank: 512,
      num_hidden_layers: 61,
      sliding_window: null,
      num_attention_heads: 128,
      num_key_value_heads: 128,
      qk_rope_head_dim: 64,
      qk_nope_head_dim: 128,
      v_head_dim: 128,
      rope_theta: 10000,
      rope_scaling: {
        rope_type: 'yarn',
        factor: 40,
        original_max_position_embeddings: 4096,
        beta_fast: 32,
        beta_slow: 1,
        mscale: 1,
        mscale_all_dim: 1,
      },
    },
  },
  'DeepSeek-V2-Lite': {
    file: {
      metadata: metadata('deepseek2', {
        ...sizes(27, 163840, 2048, 16, 16),
        'rope.scaling.type': text('yarn'),
        'rope.scaling.factor': f32(40),
        'rope.scaling.original_context_length': u32(4096),
        'rope.freq_base': f32(10000),
        'attention.kv_lora_rank': u32(512),
        // An older file: without the keys that end in `_mla`.
        'attention.key_length': u32(192),
        'attention.value_length': u32(128),
        'rope.dimension_count': u32(64),
        'rope.scaling.yarn_log_multiplier': f32(0.0707),
      }),
    },
    layout: 'interleaved',
    config: {
      model_type: 'deepseek_v2',
      hidden_size: 2048,
      max_position_embeddings: 163840,
      kv_lora_rank: 512,
      num_hidden_layers: 27,
      sliding_window: null,
      num_attention_heads: 16,
      num_key_value_heads: 16,
      qk_rope_head_dim: 64,
      qk_nope_head_dim: 128,
      v_head_dim: 128,
      rope_theta: 10000,
      rope_scaling: {
        rope_type: 'yarn',
        factor: 40,
        original_max_position_embeddings: 4096,
        mscale: LITE,
        mscale_all_dim: LITE,
      },
    },
  },
  'Ministral 3 8B': {
    file: {
      metadata: metadata('mistral3', {
        ...sizes(34, 262144, 4096, 32, 8),
        'rope.scaling.type': text('yarn'),
        'rope.scaling.factor': f32(16),
        'rope.scaling.original_context_length': u32(16384),
        'rope.scaling.yarn_beta_fast': f32(32),
        'rope.scaling.yarn_beta_slow': f32(1),
        'rope.freq_base': f32(1000000),
        'attention.key_length': u32(128),
        'rope.dimension_count': u32(128),
        'rope.scaling.yarn_log_multiplier': f32(1),
        'attention.temperature_scale': f32(0.1),
      }),
    },
    layout: 'interleaved',
    config: {
      model_type: 'ministral3',
      hidden_size: 4096,
      max_position_embeddings: 262144,
      num_hidden_layers: 34,
      sliding_window: null,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      head_dim: 128,
      rope_theta: 1000000,
      rotary_dim: 128,
      partial_rotary_factor: 1,
      rope_scaling: {
        rope_type: 'yarn',
        factor: 16,
        original_max_position_embeddings: 16384,
        beta_fast: 32,
        beta_slow: 1,
        mscale: 1,
        mscale_all_dim: 1,
        llama_4_scaling_beta: 0.1,
      },
    },
  },
  'gpt-oss-20b': {
    file: {
      metadata: metadata('gpt-oss', {
        ...sizes(24, 131072, 2880, 64, 8),
        'rope.scaling.type': text('yarn'),
        'rope.scaling.factor': f32(32),
        'rope.scaling.original_context_length': u32(4096),
        'rope.scaling.yarn_beta_fast': f32(32),
        'rope.scaling.yarn_beta_slow': f32(1),
        'rope.freq_base': f32(150000),
        'attention.key_length': u32(64),
        'attention.value_length': u32(64),
        'attention.sliding_window': u32(128),
      }),
    },
    layout: 'half',
    assumed: ['rope_scaling.truncate'],
    config: {
      model_type: 'gpt_oss',
      hidden_size: 2880,
      max_position_embeddings: 131072,
      num_hidden_layers: 24,
      sliding_window: 128,
      num_attention_heads: 64,
      num_key_value_heads: 8,
      head_dim: 64,
      rope_theta: 150000,
      rotary_dim: 64,
      partial_rotary_factor: 1,
      rope_scaling: {
        rope_type: 'yarn',
        factor: 32,
        original_max_position_embeddings: 4096,
        beta_fast: 32,
        beta_slow: 1,
        truncate: false,
      },
    },
  },
  'Phi-3.5-mini': {
    file: {
      metadata: metadata('phi3', {
        context_length: u32(131072),
        'rope.scaling.original_context_length': u32(4096),
        embedding_length: u32(3072),
        block_count: u32(32),
        'attention.head_count': u32(32),
        'attention.head_count_kv': u32(32),
        'rope.dimension_count': u32(96),
        'rope.freq_base': f32(10000),
        'attention.sliding_window': u32(0),
        'rope.scaling.attn_factor': f32(1.1902380714238083),
      }),
      tensors: [
        matrix('token_embd.weight', 3072, 32064),
        vector('rope_factors_long.weight', longFactors),
        vector('rope_factors_short.weight', shortFactors),
      ],
    },
    layout: 'half',
    config: {
      model_type: 'phi3',
      hidden_size: 3072,
      max_position_embeddings: 131072,
      num_hidden_layers: 32,
      sliding_window: null,
      num_attention_heads: 32,
      num_key_value_heads: 32,
      head_dim: 96,
      rope_theta: 10000,
      rotary_dim: 96,
      partial_rotary_factor: 1,
      rope_scaling: {
        rope_type: 'longrope',
        long_factor: longFactors,
        short_factor: shortFactors,
        original_max_position_embeddings: 4096,
        attention_factor: 1.1902381,
      },
    },
  },
  'BERT base': {
    file: {
      metadata: metadata('bert', {
        ...sizes(12, 512, 768, 12),
        'attention.causal': bool(false),
        'attention.layer_norm_epsilon': f32(1e-12),
      }),
      tensors: [matrix('position_embd.weight', 768, 512)],
    },
    config: {
      model_type: 'bert',
      layer_norm_eps: 1e-12,
      hidden_size: 768,
      max_position_embeddings: 512,
      num_hidden_layers: 12,
      sliding_window: null,
      num_attention_heads: 12,
      head_dim: 64,
    },
  },
  'MPT-7B': {
    file: {
      metadata: metadata('mpt', {
        ...sizes(32, 2048, 4096, 32),
        'attention.max_alibi_bias': f32(8),
      }),
    },
    config: {
      model_type: 'mpt',
      hidden_size: 4096,
      max_position_embeddings: 2048,
      num_hidden_layers: 32,
      sliding_window: null,
      num_attention_heads: 32,
      head_dim: 128,
      attn_config: { alibi: true, alibi_bias_max: 8 },
      learned_pos_emb: false,
    },
  },
  'T5 small': {
    file: {
      metadata: metadata('t5', {
        ...sizes(6, 512, 512, 8),
        decoder_block_count: u32(6),
        'attention.key_length': u32(64),
        'attention.value_length': u32(64),
        'attention.relative_buckets_count': u32(32),
      }),
      tensors: [matrix('enc.blk.0.attn_rel_b.weight', 8, 32)],
    },
    config: {
      model_type: 't5',
      hidden_size: 512,
      max_position_embeddings: 512,
      num_decoder_layers: 6,
      relative_attention_num_buckets: 32,
      num_layers: 6,
      sliding_window: null,
      num_attention_heads: 8,
      head_dim: 64,
    },
  },
  'Qwen2-VL-7B': {
    file: {
      metadata: metadata('qwen2vl', {
        ...sizes(28, 32768, 3584, 28, 4),
        'rope.dimension_sections': array(i32, 16, 24, 24, 0),
        'rope.freq_base': f32(1000000),
      }),
    },
    layout: 'half',
    config: {
      model_type: 'qwen2_vl_text',
      hidden_size: 3584,
      max_position_embeddings: 32768,
      num_hidden_layers: 28,
      sliding_window: null,
      num_attention_heads: 28,
      num_key_value_heads: 4,
      head_dim: 128,
      rope_theta: 1000000,
      rotary_dim: 128,
      partial_rotary_factor: 1,
      rope_scaling: { rope_type: 'default', mrope_section: [16, 24, 24] },
    },
  },
};
