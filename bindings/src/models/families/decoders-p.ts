/**
 * Decoders whose layers turn queries and keys, or mix attention with other
 * layers: names that begin with P or Q. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers, or the code beside the weights of the models that
 * a comment names.
 */

import type { Family } from '../family.js';
import { selected } from './sizes.js';

export const decodersP: Readonly<Record<string, Family>> = {
  paddleocr_vl_text: {
    like: 'llama',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 18,
      num_attention_heads: 16,
      num_key_value_heads: 2,
      head_dim: 128,
      max_position_embeddings: 131072,
      rope_theta: 500000,
    },
  },
  // FreedomIntelligence/openPangu-Embedded-7B and Pro-MoE-72B.
  panguembedded: { like: 'llama' },
  pangupromoe: { like: 'llama' },
  persimmon: {
    like: 'llama',
    norm: 'layer bias',
    when: [{ if: { qk_layernorm: false }, take: { norm: '' } }],
    version5: { rope_theta: 10000 },
    defaults: {
      num_hidden_layers: 36,
      num_attention_heads: 64,
      max_position_embeddings: 16384,
      rope_theta: 25000,
      partial_rotary_factor: 0.5,
    },
  },
  phi: {
    like: 'llama',
    when: [{ if: { qk_layernorm: true }, take: { norm: 'layer bias' } }],
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 24,
      partial_rotary_factor: 0.5,
    },
  },
  // The first code of microsoft/phi-1_5 and phi-2.
  phi_msft: { like: 'llama', defaults: { rotary_dim: 32 } },
  mixformer_sequential: { like: 'phi_msft' },
  phi3: {
    like: 'llama',
    kinds: 'sliding',
    defaults: {
      hidden_size: 3072,
      max_position_embeddings: 4096,
      original_max_position_embeddings: 4096,
      sliding_window: null,
    },
  },
  // microsoft/Phi-3-small-8k-instruct.
  phi3small: {
    like: 'llama',
    kinds: { every: 'dense_attention_every_n_layers', others: 'block_sparse' },
    blocks: true,
    scale: { key: 'mup_attn_multiplier', width: -1 },
    when: [
      { if: { mup_use_scaling: false }, take: { scale: { width: -0.5 } } },
    ],
    defaults: {
      dense_attention_every_n_layers: 2,
      num_key_value_heads: 8,
      max_position_embeddings: 8192,
      rope_embedding_base: 1e6,
      mup_attn_multiplier: 1,
      blocksparse_block_size: 64,
      blocksparse_num_local_blocks: 16,
      blocksparse_vert_stride: 8,
      blocksparse_homo_head_pattern: false,
    },
  },
  phi4_multimodal: {
    like: 'phi3',
    parts: { vision: 'phi4_multimodal_vision', audio: 'phi4_multimodal_audio' },
    defaults: { num_key_value_heads: 8, max_position_embeddings: 131072 },
  },
  // The code beside microsoft/Phi-4-multimodal-instruct.
  phi4mm: { like: 'phi4_multimodal' },
  phimoe: { like: 'mixtral' },
  // pfnet/plamo-13b, plamo-2-8b and plamo-3-nict-8b-base.
  // The files beside the weights of PLM-Team/PLM-1.8B-Base.
  plm: { like: 'deepseek_v2' },
  plamo: { like: 'llama' },
  plamo2: {
    like: 'llama',
    kinds: {
      every: 'mamba_step',
      of: 2,
      that: 'sliding_attention',
      others: 'mamba',
    },
    keys: { headDim: 'hidden_size_per_head' },
    defaults: {
      num_key_value_heads: 4,
      hidden_size_per_head: 128,
      attention_window_size: 2048,
    },
  },
  plamo3: {
    like: 'llama',
    kinds: { every: 'sliding_window_pattern', of: 8 },
    defaults: {
      num_key_value_heads: 4,
      head_dim: 128,
      rope_theta: 1e6,
      rope_local_theta: 10000,
      window_size: 2048,
    },
  },
  // Qwen/Qwen-7B.
  qwen: {
    like: 'llama',
    keys: {
      theta: 'rotary_emb_base rope_theta',
      share: 'rotary_pct partial_rotary_factor',
    },
    defaults: { max_position_embeddings: 8192, kv_channels: 128 },
  },
  qwen2: {
    like: 'llama',
    kinds: { from: 'max_window_layers' },
    windowSwitch: 'use_sliding_window',
    defaults: {
      max_position_embeddings: 32768,
      use_sliding_window: false,
      sliding_window: 4096,
      max_window_layers: 28,
    },
  },
  pp_chart2table_text: {
    like: 'qwen2',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      num_key_value_heads: 16,
      rope_theta: 1e6,
    },
  },
  qwen2_moe: {
    like: 'qwen2',
    kinds: { every: 2, until: 'max_window_layers' },
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 24,
      num_attention_heads: 16,
    },
  },
  qwen2_vl_text: {
    like: 'qwen2',
    defaults: {
      hidden_size: 8192,
      num_hidden_layers: 80,
      num_attention_heads: 64,
      num_key_value_heads: 8,
      rope_theta: 1e6,
      max_window_layers: 80,
    },
  },
  qwen2_5_vl_text: { like: 'qwen2_vl_text' },
  qwen2_5_omni_text: {
    like: 'qwen2',
    defaults: {
      hidden_size: 3584,
      num_hidden_layers: 28,
      num_attention_heads: 28,
      num_key_value_heads: 4,
      rope_theta: 1e6,
      sliding_window: 32768,
    },
  },
  qwen2_5_omni_talker: {
    like: 'qwen2_5_omni_text',
    defaults: { head_dim: 128 },
  },
  qwen3: { like: 'qwen2', norm: 'rms', defaults: { head_dim: 128 } },
  // RND1 of Radical Numerics: Qwen3-MoE as a diffusion model.
  rnd1: { like: 'qwen3_moe', bidirectional: true },
  qwen3_moe: {
    like: 'qwen2',
    norm: 'rms',
    kinds: 'sliding',
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 24,
      num_key_value_heads: 4,
    },
  },
  qwen3_next: {
    like: 'llama',
    norm: 'rms one',
    kinds: {
      every: 'full_attention_interval',
      of: 4,
      others: 'linear_attention',
    },
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 48,
      num_attention_heads: 16,
      num_key_value_heads: 2,
      head_dim: 256,
      max_position_embeddings: 32768,
      partial_rotary_factor: 0.25,
    },
  },
  qwen3_5_text: {
    like: 'qwen3_next',
    sections: 'interleaved',
    defaults: {
      hidden_size: 4096,
      num_hidden_layers: 32,
      num_key_value_heads: 4,
      mrope_section: [11, 11, 10],
    },
  },
  qwen3_5_moe_text: {
    like: 'qwen3_5_text',
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 40,
      num_key_value_heads: 2,
    },
  },
  // Files say full_attention of layers whose keys an indexer chooses.
  qwen4_exp_text: {
    like: 'qwen3_5_moe_text',
    kinds: {
      every: 'full_attention_interval',
      of: 4,
      that: 'indexed_attention',
      others: 'linear_attention',
    },
    words: { full_attention: 'indexed_attention' },
    when: [
      {
        if: { indexer_n_heads: '*' },
        take: { lacks: [{ ...selected, keys: 'indexer_budget' }] },
      },
    ],
    defaults: {
      max_position_embeddings: 32768,
      partial_rotary_factor: 1,
    },
  },
  qwen3_vl_text: {
    like: 'llama',
    norm: 'rms',
    sections: 'interleaved',
    defaults: {
      head_dim: 128,
      max_position_embeddings: 128000,
      rope_theta: 500000,
      mrope_section: [24, 20, 20],
    },
  },
  qwen3_vl_moe_text: {
    like: 'qwen3_vl_text',
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      head_dim: null,
    },
  },
  qwen3_omni_moe_text: {
    like: 'qwen3_vl_text',
    kinds: 'sliding',
    defaults: {
      hidden_size: 2048,
      num_hidden_layers: 28,
      num_attention_heads: 28,
      num_key_value_heads: 4,
      head_dim: null,
      max_position_embeddings: 32768,
      rope_theta: 1e6,
      sliding_window: null,
    },
  },
  qwen3_omni_moe_talker: {
    composite: true,
    parts: {
      text: 'qwen3_omni_moe_talker_text',
      code_predictor: 'qwen3_omni_moe_talker_code_predictor',
    },
  },
  qwen3_omni_moe_talker_text: {
    like: 'qwen3_omni_moe_text',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 20,
      num_attention_heads: 16,
      num_key_value_heads: 2,
      rope_theta: 10000,
    },
  },
  qwen3_omni_moe_talker_code_predictor: {
    like: 'llama',
    norm: 'rms',
    kinds: { from: 'max_window_layers' },
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 5,
      num_attention_heads: 16,
      num_key_value_heads: 8,
      head_dim: 128,
      max_position_embeddings: 32768,
      sliding_window: null,
      max_window_layers: 28,
    },
  },
};
