/**
 * Decoders whose layers turn queries and keys, or mix attention with other
 * layers: names that begin with G to L. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers, or what a comment names.
 */

import type { Family } from '../family.js';
import { withoutLatent } from './common.js';
import { selected, sizes } from './sizes.js';

export const decodersG: Readonly<Record<string, Family>> = {
  gemma: {
    like: 'llama',
    defaults: sizes(3072, 28, 16, 16, 8192, { head_dim: 256 }),
  },
  // The expert for actions of PI0, which sees all of them.
  pi0_dit: {
    like: 'gemma',
    bidirectional: true,
    defaults: sizes(1024, 18, 8, 1, 8192),
  },
  gemma2: {
    like: 'llama',
    kinds: { every: 2 },
    scale: { key: 'query_pre_attn_scalar', power: -0.5 },
    defaults: sizes(2304, 26, 8, 4, 8192, {
      head_dim: 256,
      query_pre_attn_scalar: 256,
      sliding_window: 4096,
      attn_logit_softcapping: 50,
    }),
  },
  gemma3_text: {
    like: 'gemma2',
    norm: 'rms one',
    kinds: { every: 'sliding_window_pattern', of: 6 },
    scaled: 'full_attention',
    when: [
      {
        if: { use_bidirectional_attention: true },
        take: { bidirectional: true },
      },
    ],
    defaults: {
      max_position_embeddings: 131072,
      rope_theta: 1e6,
      rope_local_base_freq: 10000,
      attn_logit_softcapping: null,
    },
  },
  // Values are normalised, too.
  gemma3n_text: {
    like: 'gemma3_text',
    norm: '',
    kinds: { every: 5 },
    scale: 1,
    defaults: sizes(2048, 35, 8, 2, 32768, { sliding_window: 512 }),
  },
  gemma4_text: {
    like: 'gemma3n_text',
    kinds: { every: 6 },
    last: 'full_attention',
    when: [
      {
        if: { use_bidirectional_attention: 'all' },
        take: { bidirectional: true },
      },
      {
        if: { attention_k_eq_v: [false, null] },
        take: { keys: { globalKeyHeads: 'num_key_value_heads' } },
      },
    ],
    defaults: sizes(2304, 30, 8, 4, 131072, {
      global_head_dim: 512,
      rope_parameters: {
        sliding_attention: { rope_type: 'default', rope_theta: 10000 },
        full_attention: {
          rope_type: 'proportional',
          partial_rotary_factor: 0.25,
          rope_theta: 1e6,
        },
      },
    }),
  },
  gemma4_unified_text: {
    like: 'gemma4_text',
    defaults: { max_position_embeddings: 262144, sliding_window: 1024 },
  },
  glm: {
    like: 'llama',
    layout: 'interleaved',
    defaults: sizes(4096, 40, 32, 2, 131072, {
      head_dim: 128,
      partial_rotary_factor: 0.5,
    }),
  },
  glm4: { like: 'glm' },
  glm4_moe: {
    like: 'glm',
    when: [{ if: { use_qk_norm: true }, take: { norm: 'rms' } }],
    layout: 'half',
    defaults: sizes(4096, 46, 96, 8, 131072),
  },
  glm4_moe_lite: {
    like: 'deepseek_v3',
    defaults: sizes(2048, 47, 20, 20, 202752, { qk_nope_head_dim: 192 }),
  },
  glm_moe_dsa: {
    like: 'deepseek_v3',
    lacks: [selected],
    defaults: sizes(6144, 78, 64, 64, 202752, {
      qk_nope_head_dim: 192,
      index_topk: 2048,
    }),
  },
  glm4v_text: {
    like: 'glm',
    defaults: sizes(4096, 40, 32, 2, 32768, {
      head_dim: null,
      partial_rotary_factor: 1,
    }),
  },
  glm5_next_text: {
    like: 'deepseek_v32',
    position: 'none',
    kinds: {
      every: 4,
      that: 'deepseek_sparse_attention',
      others: 'linear_attention',
    },
    defaults: sizes(4096, 45, 64, 64, 1048576, {
      qk_nope_head_dim: 256,
      qk_rope_head_dim: 0,
    }),
  },
  glm46v_text: { like: 'glm4v_text' },
  glm_image_text: { like: 'glm4v_text', layout: 'half' },
  glm_ocr_text: {
    like: 'glm4v_text',
    defaults: sizes(1024, 16, 16, 8, 131072),
  },
  glm4v_moe_text: {
    like: 'glm4_moe',
    defaults: { max_position_embeddings: 65536 },
  },
  gpt_neox: {
    like: 'llama',
    keys: {
      theta: 'rotary_emb_base rope_theta',
      share: 'rotary_pct partial_rotary_factor',
    },
    version5: { partial_rotary_factor: 0.25 },
    defaults: sizes(6144, 44, 64, 0, 2048, { rotary_pct: 0.25 }),
  },
  gpt_neox_japanese: {
    like: 'gpt_neox',
    version5: { partial_rotary_factor: 1 },
    defaults: sizes(2560, 32, 32, 0, 2048, { rotary_pct: 1 }),
  },
  gpt_oss: {
    like: 'llama',
    kinds: { every: 2 },
    sinks: { full: true, sliding: true },
    defaults: sizes(2880, 36, 64, 8, 131072, {
      head_dim: 64,
      rope_theta: 150000,
      sliding_window: 128,
      rope_parameters: {
        rope_type: 'yarn',
        factor: 32,
        beta_fast: 32,
        beta_slow: 1,
        truncate: false,
        original_max_position_embeddings: 4096,
      },
    }),
  },
  gptj: {
    layout: 'interleaved',
    says: { rotary: 'rope' },
    keys: { theta: '' },
    defaults: {
      n_positions: 2048,
      n_embd: 4096,
      n_layer: 28,
      n_head: 16,
      rotary_dim: 64,
    },
  },
  granite: {
    like: 'llama',
    scale: { key: 'attention_multiplier', power: 1 },
    defaults: { attention_multiplier: 1 },
  },
  'granite4_vision_text granite_switch': { like: 'granite' },
  // A base of 0 stands for a layer that does not turn.
  granite_swa: {
    like: 'granite',
    keys: { theta: 'layer_rope_theta rope_theta' },
    sinks: { full: true, sliding: true },
    kinds: { every: 4, at: 0 },
    ropeList: 'layer_rope_theta',
    defaults: sizes(2560, 24, 20, 4, 8192, { sliding_window: 128 }),
  },
  granitemoe_swa: {
    like: 'granite_swa',
    defaults: sizes(4096, 32, 32, 0, 2048),
  },
  granitemoe: { like: 'granite' },
  granitemoeshared: { like: 'granite' },
  granitemoehybrid: {
    like: 'granite',
    layerTypes: true,
    position: 'none',
    kinds: 'mamba',
    when: [
      { if: { position_embedding_type: 'rope' }, take: { position: 'rope' } },
    ],
  },
  // The files beside the weights of inclusionAI/GroveMoE-Inst.
  grove_moe: { like: 'qwen3_moe' },
  // The files beside the weights of hpcai-tech/grok-1.
  grok_1: {
    like: 'llama',
    keys: { softcap: 'max_attn_value' },
    scale: { key: 'attn_output_multiplier', power: 1 },
    defaults: sizes(4096, 32, 32, 32, 4096, {
      attn_output_multiplier: 1,
      max_attn_value: 1,
    }),
  },
  helium: {
    like: 'llama',
    layout: 'interleaved',
    defaults: sizes(2560, 24, 20, 20, 4096, {
      head_dim: 128,
      rope_theta: 100000,
    }),
  },
  higgs_audio_v2: {
    like: 'llama',
    defaults: sizes(3072, 28, 24, 8, 2048, {
      head_dim: 128,
      rope_theta: 500000,
      rope_parameters: {
        rope_type: 'llama3',
        rope_theta: 500000,
        factor: 32,
        low_freq_factor: 0.125,
        high_freq_factor: 0.5,
        original_max_position_embeddings: 1024,
      },
    }),
  },
  hrm_text: {
    like: 'llama',
    keys: { layers: 'num_layers_per_stack num_hidden_layers' },
    defaults: sizes(1536, 16, 12, 0, 2048, { head_dim: 128 }),
  },
  hunyuan_v1_dense: { like: 'llama', norm: 'rms turned' },
  hunyuan_v1_moe: { like: 'hunyuan_v1_dense' },
  // The files beside the weights of tencent/Tencent-Hunyuan-Large.
  hunyuan: {
    like: 'llama',
    when: [{ if: { use_qk_norm: true }, take: { norm: 'rms turned' } }],
  },
  hunyuan_vl_text: { like: 'hunyuan_v1_dense' },
  hy_v3: {
    like: 'llama',
    layerTypes: true,
    defaults: sizes(4096, 80, 64, 8, 131072, {
      head_dim: 128,
      rope_theta: 11158840,
    }),
  },
  hy_v4: {
    like: 'deepseek_v2',
    layerTypes: true,
    layout: 'half',
    sinks: { full: true },
    lacks: [selected],
    when: [withoutLatent],
    defaults: sizes(2816, 34, 32, 32, 262144, {
      qk_nope_head_dim: 192,
      index_topk: 2048,
    }),
  },
  hyperclovax: {
    like: 'llama',
    scale: { key: 'attention_multiplier', power: 1 },
  },
  inkling_text: {
    position: 'relativeLogits',
    kinds: {
      list: 'local_layer_ids',
      that: 'hybrid_sliding',
      others: 'hybrid',
    },
    scale: { width: -1 },
    when: [
      {
        if: { local_layer_ids: null },
        take: { kinds: { every: 6, that: 'hybrid', others: 'hybrid_sliding' } },
      },
    ],
    defaults: sizes(6144, 66, 64, 8, 131072, {
      head_dim: 128,
      swa_num_attention_heads: 64,
      swa_num_key_value_heads: 16,
      sliding_window_size: 512,
      d_rel: 16,
      rel_extent: 1024,
    }),
  },
  // The files beside the weights of internlm/internlm-7b.
  internlm: {
    like: 'llama',
    keys: { theta: 'rotary.base rope_theta' },
  },
  // The files beside the weights of internlm/internlm2_5-7b.
  internlm2: { like: 'llama' },
  // The files beside the weights of internlm/internlm3-8b-instruct.
  internlm3: {
    like: 'llama',
    defaults: sizes(4096, 32, 32, 0, 32768),
  },
  jais2: {
    like: 'llama',
    defaults: sizes(3328, 32, 26, 0, 8192),
  },
  jamba: {
    like: 'llama',
    position: 'none',
    kinds: {
      period: 'attn_layer_period',
      offset: 'attn_layer_offset',
      others: 'mamba',
    },
    defaults: sizes(4096, 32, 32, 8, 262144, {
      attn_layer_period: 8,
      attn_layer_offset: 4,
    }),
  },
  jetmoe: {
    like: 'llama',
    defaults: sizes(2048, 12, 32, 16, 4096, { kv_channels: 128 }),
  },
  jina_embeddings_v3: {
    like: 'llama',
    bidirectional: true,
    keys: { theta: 'rope_theta rotary_emb_base' },
    defaults: sizes(1024, 24, 16, 0, 8194, { rope_theta: 20000 }),
  },
  // The files beside the weights of moonshotai/Kimi-K2-Instruct.
  kimi_k2: { like: 'deepseek_v3' },
  // No layer turns: what other latent attention turns passes unchanged.
  kimi_linear: {
    like: 'deepseek_v3',
    position: 'none',
    kinds: {
      list: 'linear_attn_config.full_attn_layers',
      base: 1,
      others: 'linear_attention',
    },
    keys: { maxPosition: 'max_position_embeddings model_max_length' },
    defaults: sizes(2304, 27, 32, 32, 1048576, {
      'linear_attn_config.full_attn_layers': [5, 9, 13, 17, 21, 25],
    }),
  },
  // The files beside the weights of KORMo-Team/KORMo-10B-base.
  kormo: { like: 'llama' },
  laguna: {
    like: 'llama',
    layerTypes: true,
    defaults: sizes(2048, 40, 48, 8, 131072, {
      head_dim: 128,
      sliding_window: 512,
      rope_parameters: {
        full_attention: { rope_theta: 500000, partial_rotary_factor: 0.5 },
        sliding_attention: { rope_theta: 10000, partial_rotary_factor: 1 },
      },
    }),
  },
  lfm2: {
    like: 'llama',
    norm: 'rms',
    keys: { theta: 'theta rope_theta' },
    kinds: {
      list: 'full_attn_idxs',
      others: 'conv',
      absent: 'full_attention',
    },
    defaults: sizes(2560, 32, 32, 8, 128000, { rope_theta: 1e6 }),
  },
  lfm2_moe: { like: 'lfm2', defaults: sizes(2048, 32, 32, 8, 128000) },
  'llama code_llama': { defaults: sizes(4096, 32, 32, 0, 2048) },
  // The code of haotian-liu/LLaVA and LLaVA-VL/LLaVA-NeXT.
  llava_llama: { like: 'llama' },
  llava_mistral: { like: 'mistral' },
  llava_qwen: { like: 'qwen2' },
  // The files beside the weights of GSAI-ML/LLaDA-8B-Base.
  llada: {
    bidirectional: true,
    defaults: {
      d_model: 768,
      n_layers: 12,
      n_heads: 12,
      max_sequence_length: 1024,
    },
  },
  // The files beside the weights of inclusionAI/LLaDA-MoE-7B-A1B-Instruct.
  llada_moe: {
    like: 'llama',
    bidirectional: true,
    norm: 'rms',
    when: [{ if: { qk_layernorm: false }, take: { norm: '' } }],
    defaults: sizes(2048, 16, 16, 16, 8192, {
      rope_theta: 50000,
      qk_layernorm: true,
    }),
  },
  llada2_moe: { like: 'bailing_moe_v2', bidirectional: true },
  llama4_text: {
    like: 'llama',
    layout: 'interleaved',
    kinds: { turns: true, that: 'chunked_attention', others: 'full_attention' },
    ropeList: true,
    queryScale: 'llama4',
    defaults: sizes(5120, 48, 40, 8, 131072, {
      head_dim: 128,
      rope_theta: 500000,
      no_rope_layer_interval: 4,
      attention_chunk_size: 8192,
      attn_temperature_tuning: true,
      attn_scale: 0.1,
      floor_scale: 8192,
    }),
  },
  longcat_flash: {
    like: 'deepseek_v2',
    outLayout: 'half',
    when: [withoutLatent],
    keys: { layers: 'num_layers num_hidden_layers' },
    defaults: sizes(6144, 28, 64, 0, 131072, {
      num_layers: 28,
      rope_theta: 1e7,
    }),
  },
};
