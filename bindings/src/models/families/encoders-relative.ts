/**
 * Encoders of texts, with relative encodings or rotations in their layers.
 * Sources: the configuration and modelling files of each word under
 * `src/transformers/models` of huggingface/transformers.
 */

import type { Family } from '../family.js';
import { learned } from './common.js';

export const encodersRelative = {
  deberta: {
    like: 'bert',
    position: 'deberta',
    table: null,
    scale: 'terms',
    defaults: {
      relative_attention: false,
      max_relative_positions: -1,
      position_biased_input: true,
    },
    when: [{ if: { position_biased_input: true }, take: { table: learned } }],
  },
  deberta_v2: {
    like: 'deberta',
    defaults: {
      hidden_size: 1536,
      num_hidden_layers: 24,
      num_attention_heads: 24,
      position_buckets: -1,
      share_att_key: false,
      norm_rel_ebd: 'none',
    },
  },
  roformer: {
    like: 'bert',
    position: 'rope',
    table: null,
    layout: 'interleaved',
    keys: { theta: '' },
    defaults: { max_position_embeddings: 1536 },
  },
  modernbert: {
    bidirectional: true,
    kinds: { every: 'global_attn_every_n_layers', of: 3, at: 0 },
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 22,
      num_attention_heads: 12,
      max_position_embeddings: 8192,
      local_attention: 128,
      global_rope_theta: 160000,
      local_rope_theta: 10000,
    },
    keys: { window: 'local_attention' },
  },
  modernbert_decoder: {
    like: 'modernbert',
    bidirectional: false,
    windowFactor: 0.5,
  },
  eurobert: {
    bidirectional: true,
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      max_position_embeddings: 8192,
      rope_theta: 10000,
    },
  },
  esmc: {
    like: 'eurobert',
    defaults: {
      hidden_size: 2560,
      num_hidden_layers: 80,
      num_attention_heads: 40,
      max_position_embeddings: 2048,
    },
  },
  // Pairs of rows and columns take turns, which texts count alike. Windows are
  // short and long in turn; a file says them by layer.
  neomme: {
    bidirectional: true,
    layout: 'interleaved',
    norm: 'rms plain',
    axes: { type: 'turns' },
    kinds: { every: 6 },
    last: 'full_attention',
    windowFactor: 2,
    lacks: [{ what: 'takes the direction of values out of its output' }],
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 17,
      num_attention_heads: 16,
      num_key_value_heads: 4,
      head_dim: 64,
      max_position_embeddings: 16384,
      sliding_window: Array.from({ length: 17 }, (_, layer) =>
        (layer - Math.floor(layer / 6)) % 2 > 0 ? 1024 : 256,
      ),
      rope_parameters: {
        full_attention: { rope_theta: 1e6, partial_rotary_factor: 0.25 },
        sliding_attention: { rope_theta: 10000, partial_rotary_factor: 1 },
      },
    },
  },
  neobert: {
    bidirectional: true,
    layout: 'interleaved',
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 28,
      num_attention_heads: 12,
      max_length: 1024,
      rope_theta: 10000,
    },
  },
  // Alibaba-NLP/new-impl, the code of the GTE models.
  new: {
    bidirectional: true,
    fixedNtk: true,
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      max_position_embeddings: 2048,
      rope_theta: 10000,
    },
    when: [
      {
        if: { position_embedding_type: 'absolute' },
        take: { position: 'none', table: learned },
      },
    ],
  },
  gte: { like: 'new' },
  // Its class, and nomic-ai/nomic-bert-2048, whose files say their base.
  nomic_bert: {
    bidirectional: true,
    layoutKey: 'rotary_emb_interleaved',
    keys: { share: 'rotary_emb_fraction partial_rotary_factor' },
    defaults: {
      n_embd: 768,
      n_layer: 12,
      n_head: 12,
      n_positions: 2048,
      rotary_emb_base: 1000,
    },
    when: [
      {
        if: { rotary_emb_fraction: 0 },
        take: { position: 'none', table: learned },
      },
    ],
  },
  xlnet: {
    position: 'xlnet',
    bidirectional: true,
    defaults: {
      d_model: 1024,
      n_layer: 24,
      n_head: 16,
      clamp_len: -1,
      untie_r: true,
      bi_data: false,
    },
    when: [
      {
        if: { bi_data: true },
        take: {
          lacks: [{ what: 'reads half of a batch backwards' }],
          when: [{ if: { attn_type: 'uni' }, take: { bidirectional: false } }],
        },
      },
      { if: { attn_type: 'uni' }, take: { bidirectional: false } },
    ],
  },
  funnel: {
    position: 'transformerXL',
    bidirectional: true,
    facts: { form: 'funnel' },
    lacks: [
      { what: 'leaves the class token without positions, and pools queries' },
    ],
    keys: { layers: 'block_sizes' },
    defaults: {
      block_sizes: [4, 4, 4],
      num_decoder_layers: 2,
      d_model: 768,
      n_head: 12,
      d_head: 64,
    },
    towers: { text: {}, decoder: { keys: { layers: 'num_decoder_layers' } } },
  },
  vits: {
    position: 'shaw',
    bidirectional: true,
    // Distances beyond the window have no row.
    options: { beyond: 'zero' },
    facts: { values: true },
    keys: { clip: 'window_size' },
    defaults: {
      hidden_size: 192,
      num_hidden_layers: 6,
      num_attention_heads: 2,
      window_size: 4,
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
