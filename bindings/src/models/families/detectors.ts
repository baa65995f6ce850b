/**
 * Models that find objects in images: an encoder of the image and a decoder of
 * queries. Sources: the configuration and modelling files of each word under
 * `src/transformers/models` of huggingface/transformers.
 */

import type { Family, LackRule } from '../family.js';
import { decoder, encoder } from './common.js';

/** A tower of queries that has a learned row for each of them. */
const queries = {
  keys: decoder.keys,
  table: { method: 'learned', rows: 'num_queries' },
} as const;

/** A tower of cells with sines, or with learned rows and columns. */
const sines = {
  keys: encoder.keys,
  table: { method: 'sinusoidalGrid', options: { preset: 'detr' } },
  when: [
    {
      if: { position_embedding_type: 'learned' },
      take: {
        table: {
          method: 'learnedGrid',
          options: { tableLength: 50, axes: 2, join: 'concat' },
        },
      },
    },
  ],
} as const;

/** Attention that learns which cells it looks at. */
const deformable: LackRule = { what: 'looks at cells that each query chooses' };

export const detectors = {
  // Sines added to queries and keys; learned queries of the decoder.
  'detr table_transformer': {
    bidirectional: true,
    position: 'none',
    keys: { width: 'd_model' },
    defaults: {
      d_model: 256,
      encoder_layers: 6,
      encoder_attention_heads: 8,
      decoder_layers: 6,
      decoder_attention_heads: 8,
      num_queries: 100,
      position_embedding_type: 'sine',
    },
    towers: { encoder: sines, decoder: queries },
  },
  conditional_detr: { like: 'detr', defaults: { num_queries: 300 } },
  deformable_detr: {
    like: 'conditional_detr',
    towers: { encoder: { ...sines, lacks: [deformable] }, decoder: queries },
  },
  // Queries are sines of boxes that are learned.
  dab_detr: {
    like: 'conditional_detr',
    keys: { width: 'hidden_size d_model' },
    defaults: { temperature_height: 20 },
    towers: {
      encoder: {
        keys: encoder.keys,
        table: {
          method: 'sinusoidalGrid',
          options: { preset: 'detr' },
          named: { base: 'temperature_height' },
        },
      },
      decoder,
    },
  },
  omdet_turbo: {
    bidirectional: true,
    position: 'none',
    parts: { text: 'clip_text_model' },
    defaults: {
      encoder_hidden_dim: 256,
      encoder_layers: 1,
      encoder_attention_heads: 8,
      positional_encoding_temperature: 10000,
      decoder_hidden_dim: 256,
      decoder_num_layers: 6,
      decoder_num_heads: 8,
    },
    towers: {
      encoder: {
        keys: {
          ...encoder.keys,
          width: 'd_model encoder_hidden_dim',
        },
        table: {
          method: 'sinusoidalGrid',
          named: { base: 'positional_encoding_temperature' },
        },
      },
      decoder: {
        keys: {
          layers: 'decoder_num_layers',
          heads: 'decoder_num_heads',
          width: 'decoder_hidden_dim',
        },
      },
    },
  },
  // Queries have points of reference instead of rows.
  'rt_detr rt_detr_v2 d_fine pp_doclayout_v3': {
    like: 'detr',
    defaults: { encoder_layers: 1 },
    towers: {
      encoder: {
        keys: {
          ...encoder.keys,
          width: 'encoder_hidden_dim',
        },
        table: { method: 'sinusoidalGrid' },
        defaults: { encoder_hidden_dim: 256 },
      },
      decoder,
    },
  },
  // Its layers for the order of reading are not described.
  pp_doclayout_v2: { like: 'rt_detr' },
  deimv2: {
    like: 'rt_detr',
    when: [{ if: { encoder_type: 'lite' }, take: { towers: { decoder } } }],
    defaults: { encoder_type: 'hybrid', num_queries: 300 },
  },
  // Queries see each other; cells are seen where they point.
  lw_detr: {
    tower: 'decoder',
    bidirectional: true,
    position: 'none',
    parts: { backbone: 'lw_detr_vit' },
    absent: {
      backbone: {
        image_size: 1024,
        hidden_size: 192,
        num_hidden_layers: 10,
        window_block_indices: [0, 1, 3, 6, 7, 9],
      },
    },
    keys: {
      layers: 'decoder_layers',
      heads: 'decoder_self_attention_heads',
    },
    defaults: {
      d_model: 256,
      decoder_layers: 3,
      decoder_self_attention_heads: 8,
    },
  },
  rf_detr: {
    like: 'lw_detr',
    parts: { backbone: 'rf_detr_dinov2' },
    absent: {
      backbone: { hidden_size: 384, num_attention_heads: 6, image_size: 518 },
    },
  },
  'grounding_dino mm_grounding_dino': {
    like: 'detr',
    parts: { text: 'bert', backbone: 'swin' },
    defaults: { num_queries: 900, positional_embedding_temperature: 20 },
    towers: {
      encoder: {
        keys: encoder.keys,
        table: {
          method: 'sinusoidalGrid',
          options: { preset: 'detr' },
          named: { base: 'positional_embedding_temperature' },
        },
        lacks: [deformable],
      },
      decoder: queries,
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
