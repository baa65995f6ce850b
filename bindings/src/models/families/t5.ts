/**
 * Pairs of an encoder and a decoder: T5 and what was made of it. Sources: the
 * configuration and modelling files of each word under
 * `src/transformers/models` of huggingface/transformers.
 */

import type { Family } from '../family.js';

export const t5 = {
  t5: {
    position: 't5Bias',
    scale: 1,
    defaults: {
      d_model: 512,
      d_kv: 64,
      num_layers: 6,
      num_heads: 8,
      relative_attention_num_buckets: 32,
      relative_attention_max_distance: 128,
    },
    towers: {
      encoder: { bidirectional: true },
      decoder: { keys: { layers: 'num_decoder_layers num_layers' } },
    },
  },
  mt5: { like: 't5', defaults: { num_layers: 8, num_heads: 6 } },
  umt5: { like: 'mt5', facts: { everyLayer: true } },
  switch_transformers: {
    like: 't5',
    defaults: { d_model: 768, num_layers: 12, num_heads: 12 },
  },
  longt5: {
    like: 't5',
    defaults: { local_radius: 127 },
    towers: {
      encoder: {
        bidirectional: true,
        kinds: 'sliding',
        keys: { window: 'local_radius' },
        windowFactor: 2,
        when: [
          {
            if: { encoder_attention_type: 'transient-global' },
            take: {
              lacks: [{ what: 'sees a global token of each block, too' }],
            },
          },
        ],
      },
      decoder: { keys: { layers: 'num_decoder_layers num_layers' } },
    },
  },
  pop2piano: { like: 't5' },
  udop: {
    like: 't5',
    position: 't5Bias pageBias',
    defaults: { d_model: 1024, num_layers: 24, num_heads: 16 },
    towers: {
      encoder: { bidirectional: true },
      decoder: {
        position: 't5Bias',
        keys: { layers: 'num_decoder_layers num_layers' },
      },
    },
  },
  pix2struct_text_model: {
    like: 't5',
    defaults: { hidden_size: 768, num_layers: 12, num_heads: 12 },
    towers: { text: {} },
  },
  t5_gemma_module: {
    like: 'gemma2',
    // Its decoder says `is_decoder`.
    bidirectional: true,
    sides: 'below',
    defaults: {
      hidden_size: 2304,
      num_hidden_layers: 26,
      num_attention_heads: 8,
      num_key_value_heads: 4,
      max_position_embeddings: 8192,
    },
  },
  t5_gemma_decoder: { like: 't5_gemma_module', bidirectional: false },
  t5gemma: {
    composite: true,
    parts: { encoder: 't5_gemma_module', decoder: 't5_gemma_decoder' },
  },
  t5gemma2_text: {
    like: 'gemma3_text',
    bidirectional: true,
    sides: 'uneven',
  },
  t5gemma2_decoder: {
    like: 'gemma3_text',
    lacks: [{ what: 'has the keys of the encoder in the same softmax' }],
  },
  t5gemma2_encoder: {
    composite: true,
    parts: { text: 't5gemma2_text', vision: 'siglip_vision_model' },
  },
  t5gemma2: {
    composite: true,
    parts: { encoder: 't5gemma2_encoder', decoder: 't5gemma2_decoder' },
  },
} as const satisfies Readonly<Record<string, Family>>;
