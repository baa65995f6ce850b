/**
 * Decoders whose layers turn queries and keys, or mix attention with other
 * layers: names that begin with A to L. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers, or what a comment names.
 */

import type { Family } from '../family.js';

export const decodersA = {
  llama: {
    defaults: {
      hidden_size: 4096,
      num_hidden_layers: 32,
      num_attention_heads: 32,
      max_position_embeddings: 2048,
    },
  },
  cohere2: {
    like: 'llama',
    layout: 'interleaved',
    kinds: { every: 'sliding_window_pattern', of: 4 },
    unturned: 'full_attention',
    defaults: { sliding_window: 4096 },
  },
  gemma2: {
    like: 'llama',
    kinds: { every: 2 },
    scale: { key: 'query_pre_attn_scalar', power: -0.5 },
    defaults: {
      head_dim: 256,
      query_pre_attn_scalar: 256,
      sliding_window: 4096,
      attn_logit_softcapping: 50,
    },
  },
  gemma3_text: {
    like: 'gemma2',
    kinds: { every: 'sliding_window_pattern', of: 6 },
    scaled: 'full_attention',
    defaults: {
      hidden_size: 2304,
      num_hidden_layers: 26,
      num_attention_heads: 8,
      num_key_value_heads: 4,
      max_position_embeddings: 131072,
      rope_theta: 1e6,
      rope_local_base_freq: 10000,
      attn_logit_softcapping: null,
    },
  },
  deepseek_v3: {
    like: 'llama',
    layout: 'interleaved',
    layoutKey: 'rope_interleave',
    mscaled: true,
    defaults: { qk_nope_head_dim: 128, qk_rope_head_dim: 64 },
  },
} as const satisfies Readonly<Record<string, Family>>;
