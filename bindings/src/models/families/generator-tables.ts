/**
 * Generators of pictures with tables of positions, or with none, by the
 * `_class_name` of their diffusers configuration.
 * Sources: the transformers of huggingface/diffusers and their pipelines.
 */

import type { Family } from '../family.js';
import { generator, shape } from './generator-common.js';

/** A table of a square grid; its coordinates are those of a smaller one. */
const square = {
  ...generator,
  position: 'none',
  image: { lengths: 'pos_embed_max_size pos_embed_max_size' },
  table: { method: 'sinusoidalGrid', options: { preset: 'mae' } },
} as const satisfies Family;

/** Tables of a grid of the size that the class draws. */
const fitted = {
  ...generator,
  position: 'none',
  image: { sizes: 'sample_size sample_size' },
  table: {
    ...{ method: 'sinusoidalGrid', options: { preset: 'mae' } },
    ...{ plane: 'interpolation_scale', side: 'sample_size' },
  },
} as const satisfies Family;

export const tables = {
  sd3transformer2dmodel: {
    ...square,
    table: { ...square.table, base: 'sample_size' },
    limits: 'pos_embed_max_size',
    when: [
      {
        if: { pos_embed_max_size: null },
        take: { image: fitted.image, table: square.table },
      },
    ],
    defaults: shape(18, 64, 18, {
      sample_size: 128,
      patch_size: 2,
      pos_embed_max_size: 96,
    }),
  },
  cogview3plustransformer2dmodel: {
    ...square,
    defaults: shape(64, 40, 30, { pos_embed_max_size: 128 }),
  },
  // The rope counts all tokens; the table is that of the cells of a picture.
  omnigentransformer2dmodel: {
    ...square,
    position: 'rope',
    layout: 'half',
    keys: { theta: 'rope_base' },
    ropeDefaults: { type: 'su' },
    table: { ...square.table, base: 64 },
    lacks: [
      {
        what: 'hides keys behind text tokens, and shows pictures whole',
        option: 'mask',
      },
    ],
    defaults: {
      hidden_size: 3072,
      num_attention_heads: 32,
      num_key_value_heads: 32,
      num_layers: 32,
      max_position_embeddings: 131072,
      original_max_position_embeddings: 4096,
      rope_base: 10000,
      pos_embed_max_size: 192,
    },
  },
  auraflowtransformer2dmodel: {
    ...generator,
    position: 'none',
    keys: { layers: 'num_mmdit_layers', moreLayers: 'num_single_dit_layers' },
    image: { cells: 'pos_embed_max_size' },
    table: { method: 'learned', rows: 'pos_embed_max_size' },
    defaults: {
      num_attention_heads: 12,
      attention_head_dim: 256,
      num_mmdit_layers: 4,
      num_single_dit_layers: 32,
      pos_embed_max_size: 1024,
    },
  },
  // A grid of any size is spread over that of the training. Coordinates are
  // divided by a 64th of its side, in whole numbers.
  pixarttransformer2dmodel: {
    ...fitted,
    defaults: shape(16, 72, 28, { sample_size: 128, patch_size: 2 }),
  },
  // The class of the first files of DiT and PixArt, and of parts of UNets.
  transformer2dmodel: {
    ...fitted,
    when: [
      {
        if: { num_vector_embeds: '*' },
        take: {
          ...{ table: null, image: null },
          lacks: [{ what: 'adds learned rows of heights and of widths' }],
        },
      },
      { if: { patch_size: null }, take: { table: null, image: null } },
    ],
    defaults: shape(16, 88, 1),
  },
  dittransformer2dmodel: {
    ...fitted,
    table: square.table,
    defaults: shape(16, 72, 28, { sample_size: 32, patch_size: 2 }),
  },
  // Blocks over the patches of a frame and blocks over the frames take turns.
  lattetransformer3dmodel: {
    ...fitted,
    table: { ...square.table, side: 'sample_size' },
    towers: {
      transformer: {},
      frames: {
        image: null,
        table: {
          ...{ method: 'sinusoidal', rows: 'video_length' },
          options: { layout: 'blocks' },
        },
      },
    },
    defaults: shape(16, 88, 1, { sample_size: 64, video_length: 16 }),
  },
  // Linear attention, without positions unless the file has a scale.
  sanatransformer2dmodel: {
    ...fitted,
    kinds: 'linear_attention',
    when: [{ if: { interpolation_scale: null }, take: { table: null } }],
    defaults: shape(70, 32, 20, { sample_size: 32, patch_size: 1 }),
  },
  priortransformer: {
    ...generator,
    position: 'none',
    bidirectional: false,
    table: { method: 'learned', rows: 'num_embeddings+additional_embeddings' },
    defaults: shape(32, 64, 20, {
      num_embeddings: 77,
      additional_embeddings: 4,
    }),
  },
} as const satisfies Readonly<Record<string, Family>>;
