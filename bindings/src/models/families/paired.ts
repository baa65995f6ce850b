/**
 * Texts that are paired with images or sounds. Sources: the configuration and
 * modelling files under `src/transformers/models` of huggingface/transformers.
 */

import type { Family, TableRule } from '../family.js';

const learned: TableRule = { method: 'learned', rows: 'maxPosition' };

export const paired = {
  clip_text_model: {
    position: 'none',
    table: learned,
    defaults: {
      hidden_size: 512,
      num_hidden_layers: 12,
      num_attention_heads: 8,
      max_position_embeddings: 77,
    },
  },
  clipseg_text_model: { like: 'clip_text_model' },
  xclip_text_model: { like: 'clip_text_model' },
  groupvit_text_model: {
    like: 'clip_text_model',
    defaults: { hidden_size: 256, num_attention_heads: 4 },
  },
  owlvit_text_model: {
    like: 'clip_text_model',
    defaults: { max_position_embeddings: 16 },
  },
  owlv2_text_model: { like: 'owlvit_text_model' },
  aimv2_text_model: {
    like: 'clip_text_model',
    defaults: { hidden_size: 768, num_attention_heads: 6 },
  },
  siglip_text_model: {
    like: 'clip_text_model',
    bidirectional: true,
    defaults: {
      hidden_size: 768,
      num_attention_heads: 12,
      max_position_embeddings: 64,
    },
  },
  siglip2_text_model: { like: 'siglip_text_model' },
  chinese_clip_text_model: { like: 'bert' },
  align_text_model: { like: 'bert' },
  flava_text_model: { like: 'bert' },
  bridgetower_text_model: {
    like: 'roberta',
    defaults: { max_position_embeddings: 514 },
  },
  altclip_text_model: {
    like: 'roberta',
    defaults: {
      hidden_size: 1024,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      max_position_embeddings: 514,
    },
  },
  clap_text_model: {
    like: 'roberta',
    defaults: { max_position_embeddings: 514 },
  },
  blip_text_model: {
    like: 'bert',
    bidirectional: false,
    defaults: { num_attention_heads: 8 },
    when: [{ if: { is_decoder: false }, take: { bidirectional: true } }],
  },
  // Queries have no positions.
  blip_2_qformer: { like: 'bert', table: null },
  instructblip_qformer: { like: 'bert' },
  git_text: {
    like: 'bert',
    bidirectional: false,
    defaults: { num_hidden_layers: 6, max_position_embeddings: 1024 },
  },
  kosmos_2_text_model: {
    position: 'none',
    table: {
      method: 'sinusoidal',
      rows: 'maxPosition',
      extra: 2,
      offset: 'padding',
      options: { layout: 'blocks', shift: 1, odd: 'zero' },
    },
    keys: { heads: 'attention_heads', width: 'embed_dim' },
    defaults: {
      embed_dim: 2048,
      layers: 24,
      attention_heads: 32,
      max_position_embeddings: 2048,
      pad_token_id: 1,
    },
  },
  pix2struct_text_model: {
    like: 't5',
    towers: { decoder: {} },
    defaults: { hidden_size: 768, num_layers: 12, num_heads: 12 },
  },
  trocr: {
    position: 'none',
    table: { method: 'learned', rows: 'maxPosition', extra: 2, offset: 2 },
    keys: { layers: 'decoder_layers', heads: 'decoder_attention_heads' },
    when: [
      {
        if: { use_learned_position_embeddings: false },
        take: {
          table: {
            method: 'sinusoidal',
            rows: 'maxPosition',
            extra: 'padding',
            offset: 'padding',
            options: { layout: 'blocks', shift: 1, odd: 'zero' },
          },
        },
      },
    ],
    defaults: {
      d_model: 1024,
      decoder_layers: 12,
      decoder_attention_heads: 16,
      max_position_embeddings: 512,
      pad_token_id: 1,
      use_learned_position_embeddings: true,
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
