/**
 * Generators of pictures and videos, by the `_class_name` of their diffusers
 * configuration. Sources: the transformers of huggingface/diffusers;
 * where a comment says so, only from memory of them.
 *
 * A layer is a block with attention over pictures, or over pictures and text
 * together. Their cross-attention to the text has no positions.
 */

import type { Family } from '../family.js';
import type { Json } from '../types.js';

/** What all of them have in common. */
const generator = {
  tower: 'transformer',
  bidirectional: true,
  layout: 'interleaved',
  innerWidth: true,
} as const satisfies Family;

/** The defaults of a class: heads, their width, and what else it sets. */
function shape(
  heads: number,
  headDim: number,
  layers: number,
  more: Readonly<Record<string, Json>> = {},
): Readonly<Record<string, Json>> {
  return {
    num_attention_heads: heads,
    attention_head_dim: headDim,
    num_layers: layers,
    ...more,
  };
}

/** Widths of axes by a key, or those of the class. */
const widths = (key: string, ...listed: number[]) =>
  ({ type: 'widths', key, widths: listed }) as const;

const flux = {
  ...generator,
  keys: { moreLayers: 'num_single_layers', theta: '' },
  axes: widths('axes_dims_rope', 16, 56, 56),
  defaults: shape(24, 128, 19, { num_single_layers: 38 }),
} as const satisfies Family;

/** A table of a square grid; its coordinates are those of a smaller one. */
const square = {
  ...generator,
  position: 'none',
  image: { lengths: 'pos_embed_max_size pos_embed_max_size' },
  table: { method: 'sinusoidalGrid', options: { preset: 'mae' } },
} as const satisfies Family;

export const generators = {
  fluxtransformer2dmodel: flux,
  chromatransformer2dmodel: flux,
  flux2transformer2dmodel: {
    ...generator,
    keys: { moreLayers: 'num_single_layers' },
    axes: widths('axes_dims_rope', 32, 32, 32, 32),
    defaults: shape(48, 128, 8, { num_single_layers: 48, rope_theta: 2000 }),
  },
  qwenimagetransformer2dmodel: {
    ...generator,
    keys: { theta: '' },
    axes: widths('axes_dims_rope', 16, 56, 56),
    defaults: shape(24, 128, 60),
  },
  wantransformer3dmodel: {
    ...generator,
    keys: { theta: '' },
    axes: { type: 'thirds' },
    defaults: shape(40, 128, 40),
  },
  hunyuanvideotransformer3dmodel: {
    ...generator,
    keys: { moreLayers: 'num_single_layers' },
    axes: widths('rope_axes_dim', 16, 56, 56),
    defaults: shape(24, 128, 20, { num_single_layers: 40, rope_theta: 256 }),
  },
  // Refiners of text and of noise, and the layers behind them.
  zimagetransformer2dmodel: {
    ...generator,
    keys: { moreLayers: 'n_refiner_layers', width: 'dim' },
    moreTimes: 2,
    axes: widths('axes_dims', 32, 48, 48),
    defaults: {
      dim: 3840,
      n_heads: 30,
      n_layers: 30,
      n_refiner_layers: 2,
      rope_theta: 256,
    },
  },
  lumina2transformer2dmodel: {
    ...generator,
    keys: { moreLayers: 'num_refiner_layers', theta: '' },
    moreTimes: 2,
    axes: widths('axes_dim_rope', 32, 32, 32),
    defaults: {
      hidden_size: 2304,
      num_attention_heads: 24,
      num_kv_heads: 8,
      num_layers: 26,
      num_refiner_layers: 2,
    },
  },
  // The whole width is turned before heads are cut, by rising frequencies.
  ltxvideotransformer3dmodel: {
    ...generator,
    keys: { theta: '' },
    wholeWidth: true,
    axes: { type: 'axial', count: 3, bands: 'fractions', order: 'turns' },
    lacks: [
      { what: 'turns all heads together, each by frequencies of its own' },
    ],
    defaults: shape(32, 64, 28),
  },
  cosmostransformer3dmodel: {
    ...generator,
    layout: 'half',
    keys: { theta: '' },
    axes: { type: 'thirds', scales: 'rope_scale' },
    defaults: shape(32, 128, 28, { rope_scale: [2, 1, 1] }),
  },
  mochitransformer3dmodel: {
    ...generator,
    position: 'none',
    lacks: [{ what: 'turns by learned frequencies of heads and axes' }],
    defaults: shape(24, 128, 48),
  },
  'cogview4transformer2dmodel glmimagetransformer2dmodel': {
    ...generator,
    layout: 'half',
    keys: { theta: '' },
    axes: { type: 'axial' },
    defaults: shape(64, 40, 30),
  },
  cogvideoxtransformer3dmodel: {
    ...generator,
    keys: { theta: '' },
    position: 'none',
    image: {
      ...{ prefix: 'max_text_seq_length', sizes: 'sample_height sample_width' },
      ...{ frames: 'sample_frames temporal_compression_ratio', alone: true },
    },
    // A quarter of the columns for the frame, the rest for column and row.
    table: {
      method: 'sinusoidalVolume',
      options: { shares: [2, 3, 3] },
      plane: 'spatial_interpolation_scale',
    },
    when: [
      {
        if: { use_rotary_positional_embeddings: true },
        take: { position: 'rope', table: null, axes: { type: 'eighths' } },
      },
    ],
    defaults: shape(30, 64, 30, {
      patch_size: 2,
      sample_width: 90,
      sample_height: 60,
      sample_frames: 49,
      temporal_compression_ratio: 4,
      max_text_seq_length: 226,
      spatial_interpolation_scale: 1.875,
    }),
  },
  sd3transformer2dmodel: {
    ...square,
    table: { ...square.table, base: 'sample_size' },
    defaults: shape(18, 64, 18, {
      sample_size: 128,
      patch_size: 2,
      pos_embed_max_size: 96,
    }),
  },
  // A grid of any size is spread over that of the training. Coordinates are
  // divided by a 64th of its side, in whole numbers.
  pixarttransformer2dmodel: {
    ...square,
    image: { sizes: 'sample_size sample_size' },
    table: { ...square.table, plane: 'interpolation_scale' },
    when: [
      {
        if: { sample_size: [32, 64] },
        take: { defaults: { interpolation_scale: 1 } },
      },
      {
        if: { sample_size: 256 },
        take: { defaults: { interpolation_scale: 4 } },
      },
    ],
    defaults: shape(16, 72, 28, {
      sample_size: 128,
      patch_size: 2,
      interpolation_scale: 2,
    }),
  },
} as const satisfies Readonly<Record<string, Family>>;
