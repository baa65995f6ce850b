/**
 * Decoders whose positions are not rotations. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers.
 */

import type { Family } from '../family.js';
import { learned, two } from './common.js';

const alibi: Family = { position: 'alibi', table: null };

export const older = {
  openai_gpt: {
    position: 'none',
    table: learned,
    defaults: { n_positions: 512, n_embd: 768, n_layer: 12, n_head: 12 },
  },
  'gpt2 gpt_sw3': {
    like: 'openai_gpt',
    scaleSwitch: 'scale_attn_by_inverse_layer_idx',
    defaults: {
      n_positions: 1024,
      scale_attn_weights: true,
      scale_attn_by_inverse_layer_idx: false,
    },
    when: [{ if: { scale_attn_weights: false }, take: { scale: 1 } }],
  },
  clvp_decoder: {
    like: 'gpt2',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 30,
      num_attention_heads: 16,
      max_position_embeddings: 608,
    },
  },
  gpt_bigcode: {
    like: 'gpt2',
    defaults: { multi_query: true },
    when: [{ if: { multi_query: true }, take: { keyHeads: 1 } }],
  },
  // smallcloudai/Refact-1_6B.
  gpt_refact: { like: 'gpt_bigcode', position: 'alibi', table: null },
  // core42/jais-13b; cerebras/btlm-3b-8k-base.
  jais: {
    like: 'gpt2',
    when: [
      {
        if: { position_embedding_type: 'alibi', mup_scale_qk_dot_by_d: true },
        take: { ...alibi, scale: { width: -1 } },
      },
      {
        if: { position_embedding_type: 'alibi', scale_qk_dot_by_d: true },
        take: { ...alibi, scale: { width: -1 } },
      },
      { if: { position_embedding_type: 'alibi' }, take: alibi },
    ],
  },
  btlm: { like: 'jais' },
  imagegpt: {
    like: 'gpt2',
    defaults: { n_embd: 512, n_layer: 24, n_head: 8 },
  },
  decision_transformer: {
    like: 'gpt2',
    keys: { maxPosition: 'max_ep_len' },
    defaults: { hidden_size: 128, n_layer: 3, n_head: 1, max_ep_len: 4096 },
  },
  gpt_neo: {
    like: 'openai_gpt',
    kinds: { groups: 'attention_types' },
    scale: 1,
    defaults: {
      max_position_embeddings: 2048,
      hidden_size: 2048,
      num_layers: 24,
      num_heads: 16,
      window_size: 256,
      attention_types: [[['global', 'local'], 12]],
    },
  },
  opt: {
    like: 'openai_gpt',
    table: two,
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      max_position_embeddings: 2048,
    },
  },
  biogpt: {
    like: 'opt',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      max_position_embeddings: 1024,
    },
  },
  xglm: {
    position: 'none',
    table: {
      method: 'sinusoidal',
      rows: 'maxPosition',
      extra: 2,
      offset: 2,
      options: { layout: 'blocks', shift: 1, odd: 'zero' },
    },
    keys: { heads: 'attention_heads' },
    defaults: {
      d_model: 1024,
      num_layers: 24,
      attention_heads: 16,
      max_position_embeddings: 2048,
    },
  },
  ctrl: {
    position: 'none',
    table: {
      method: 'sinusoidal',
      rows: 'maxPosition',
      options: { layout: 'blocks' },
    },
    defaults: { n_positions: 256, n_embd: 1280, n_layer: 48, n_head: 16 },
  },
  bloom: {
    position: 'alibi',
    defaults: { hidden_size: 64, n_layer: 2, n_head: 8 },
  },
  // Without ALiBi: llm-foundry's own code.
  mpt: {
    position: 'alibi',
    keys: { keyHeads: 'attn_config.kv_n_heads' },
    scale: { key: 'attn_config.softmax_scale', power: 1 },
    defaults: { d_model: 2048, n_heads: 16, n_layers: 24, max_seq_len: 2048 },
    when: [
      {
        if: { 'attn_config.rope': true },
        take: { position: 'rope', keys: { theta: 'attn_config.rope_theta' } },
      },
      {
        if: { 'attn_config.alibi': false },
        take: { position: 'none', table: learned },
      },
    ],
  },
  timesfm: {
    position: 'none',
    when: [
      {
        if: { use_positional_embedding: true },
        take: {
          table: {
            method: 'sinusoidal',
            options: { layout: 'blocks', shift: 1 },
          },
        },
      },
    ],
    defaults: {
      hidden_size: 1280,
      num_hidden_layers: 50,
      num_attention_heads: 16,
      head_dim: 80,
      use_positional_embedding: false,
    },
  },
  transfo_xl: {
    position: 'transformerXL',
    when: [
      {
        if: { same_length: true },
        take: { latest: 'mem_len' },
      },
    ],
    defaults: {
      mem_len: 1600,
      same_length: true,
      d_model: 1024,
      d_head: 64,
      n_head: 16,
      n_layer: 18,
      clamp_len: 1000,
      untie_r: true,
    },
  },
  // A causal mask, but buckets for both directions; and texts have segments.
  cpmant: {
    position: 't5Bias',
    options: { bidirectional: true },
    facts: { segments: true },
    lacks: [{ what: 'has further buckets for pairs of segments' }],
    defaults: {
      hidden_size: 4096,
      num_attention_heads: 32,
      dim_head: 128,
      num_hidden_layers: 48,
      position_bias_num_buckets: 512,
      position_bias_max_distance: 2048,
    },
  },
  reformer: {
    position: 'none',
    bidirectional: true,
    kinds: { cycle: 'attn_layers' },
    keys: { layers: 'attn_layers', window: 'local_attn_chunk_length' },
    windowFactor: 2,
    blocks: true,
    defaults: {
      hidden_size: 256,
      num_attention_heads: 12,
      attention_head_size: 64,
      attn_layers: ['local', 'lsh', 'local', 'lsh', 'local', 'lsh'],
      local_attn_chunk_length: 64,
      local_num_chunks_before: 1,
      local_num_chunks_after: 0,
      max_position_embeddings: 4096,
      axial_pos_embds: true,
      axial_pos_shape: [64, 64],
      axial_pos_embds_dim: [64, 192],
    },
    table: {
      method: 'axial',
      rows: 'maxPosition',
      lists: { shape: 'axial_pos_shape', dims: 'axial_pos_embds_dim' },
    },
    when: [{ if: { axial_pos_embds: false }, take: { table: learned } }],
  },
  bark: {
    composite: true,
    parts: {
      semantic: 'semantic',
      coarse: 'coarse_acoustics',
      fine: 'fine_acoustics',
    },
  },
  semantic: {
    like: 'openai_gpt',
    keys: { maxPosition: 'block_size' },
    defaults: {
      block_size: 1024,
      hidden_size: 768,
      num_layers: 12,
      num_heads: 12,
    },
  },
  coarse_acoustics: { like: 'semantic' },
  fine_acoustics: { like: 'semantic', bidirectional: true },
  kosmos_2_text_model: {
    like: 'xglm',
    table: {
      method: 'sinusoidal',
      rows: 'maxPosition',
      extra: 2,
      offset: 'padding',
      options: { layout: 'blocks', shift: 1, odd: 'zero' },
    },
    keys: { layers: 'layers' },
    defaults: {
      embed_dim: 2048,
      layers: 24,
      attention_heads: 32,
      pad_token_id: 1,
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
