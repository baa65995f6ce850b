/**
 * Texts that are paired with images or sounds. Sources: the configuration and
 * modelling files under `src/transformers/models` of huggingface/transformers.
 */

import type { Family } from '../family.js';
import { learned } from './common.js';

export const paired = {
  // Sines, then cosines; the last frequency is 1/10000.
  tipsv2_text_model: {
    bidirectional: true,
    position: 'none',
    table: {
      method: 'sinusoidal',
      rows: 'maxPosition',
      options: { preset: 'whisper' },
    },
    defaults: {
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      max_position_embeddings: 64,
    },
  },
  'clip_text_model clipseg_text_model xclip_text_model metaclip_2_text_model': {
    position: 'none',
    table: learned,
    defaults: {
      hidden_size: 512,
      num_hidden_layers: 12,
      num_attention_heads: 8,
      max_position_embeddings: 77,
    },
  },
  kosmos_2_5_text_model: {
    like: 'kosmos_2_text_model',
    defaults: {
      embed_dim: 1536,
      attention_heads: 16,
      max_position_embeddings: 4096,
    },
  },
  voxtral_realtime_text: {
    like: 'mistral',
    defaults: {
      hidden_size: 3072,
      num_hidden_layers: 26,
      head_dim: 128,
      max_position_embeddings: 131072,
      rope_theta: 1e6,
      sliding_window: 8192,
    },
  },
  groupvit_text_model: {
    like: 'clip_text_model',
    defaults: { hidden_size: 256, num_attention_heads: 4 },
  },
  'owlvit_text_model owlv2_text_model': {
    like: 'clip_text_model',
    defaults: { max_position_embeddings: 16 },
  },
  aimv2_text_model: {
    like: 'clip_text_model',
    defaults: { hidden_size: 768, num_attention_heads: 6 },
  },
  'siglip_text_model siglip2_text_model': {
    like: 'clip_text_model',
    bidirectional: true,
    defaults: {
      hidden_size: 768,
      num_attention_heads: 12,
      max_position_embeddings: 64,
    },
  },
  // Rows for the text; those of the patches are in the tower of images.
  vilt: {
    like: 'bert',
    towers: {
      text: {},
      vision: {
        position: 'none',
        table: { method: 'learned', rows: 'patches' },
        image: { prefix: 1 },
      },
    },
    defaults: {
      max_position_embeddings: 40,
      image_size: 384,
      patch_size: 32,
    },
  },
} as const satisfies Readonly<Record<string, Family>>;
