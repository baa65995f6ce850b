/**
 * Generators of pictures that turn queries and keys, by the `_class_name` of
 * their diffusers configuration.
 * Sources: the transformers of huggingface/diffusers and their pipelines.
 *
 * A layer is a block with attention over pictures, or over pictures and text
 * together. Cross-attention is not read: it has no positions but in HunyuanDiT,
 * Motif-Video and LongCat-AudioDiT.
 */

import type { Family } from '../family.js';
import {
  generator,
  hunyuanVideo,
  shape,
  twoKinds,
  widths,
} from './generator-common.js';

const flux = {
  ...generator,
  keys: { ...twoKinds.keys, theta: '' },
  axes: widths('axes_dims_rope', 16, 56, 56),
  defaults: shape(24, 128, 19, { num_single_layers: 38 }),
} as const satisfies Family;

export const pictures = {
  'fluxtransformer2dmodel chromatransformer2dmodel longcatimagetransformer2dmodel':
    flux,
  ovisimagetransformer2dmodel: {
    ...flux,
    defaults: shape(24, 128, 6, { num_single_layers: 27 }),
  },
  'briatransformer2dmodel briafibotransformer2dmodel': {
    ...flux,
    ...twoKinds,
    defaults: { ...flux.defaults, rope_theta: 10000 },
  },
  krea2transformer2dmodel: {
    ...generator,
    axes: widths('axes_dims_rope', 32, 48, 48),
    defaults: shape(48, 128, 28, {
      num_key_value_heads: 12,
      rope_theta: 1000,
    }),
  },
  // M-RoPE whose time has all pairs that height and width leave.
  ideogram4transformer2dmodel: {
    ...generator,
    layout: 'half',
    sections: 'rest',
    defaults: shape(18, 256, 34, {
      rope_theta: 5000000,
      mrope_section: [24, 20, 20],
    }),
  },
  // Angles stand twice, one behind the other, but pairs are halves.
  ernieimagetransformer2dmodel: {
    ...generator,
    position: 'none',
    lacks: [{ what: 'multiplies both components of a pair by other angles' }],
    defaults: { hidden_size: 3072, num_attention_heads: 24, num_layers: 24 },
  },
  // Half of a head is turned if the axes do not fill all of it. The class's own
  // widths are of two axes, but its positions have three.
  hidreamimagetransformer2dmodel: {
    ...flux,
    axes: { ...widths('axes_dims_rope', 64, 32, 32), halved: true },
    defaults: shape(20, 128, 16, { num_single_layers: 32 }),
  },
  flux2transformer2dmodel: {
    ...twoKinds,
    axes: widths('axes_dims_rope', 32, 32, 32, 32),
    defaults: shape(48, 128, 8, { num_single_layers: 48, rope_theta: 2000 }),
  },
  qwenimagetransformer2dmodel: {
    ...generator,
    keys: { theta: '' },
    axes: flux.axes,
    defaults: shape(24, 128, 60),
  },
  nucleusmoeimagetransformer2dmodel: {
    ...generator,
    keys: { theta: '' },
    axes: flux.axes,
    defaults: shape(16, 128, 24),
  },
  hunyuanimagetransformer2dmodel: {
    ...hunyuanVideo,
    axes: widths('rope_axes_dim', 64, 64),
    defaults: shape(28, 128, 20, { num_single_layers: 40, rope_theta: 256 }),
  },
  // The columns have the first half of a head.
  hunyuandit2dmodel: {
    ...generator,
    keys: { theta: '', width: '' },
    axes: { type: 'axial', lastAxisFirst: true },
    defaults: shape(16, 88, 28),
  },
  luminanextdit2dmodel: {
    ...generator,
    keys: { theta: '' },
    axes: { type: 'axial' },
    lacks: [
      {
        what:
          'multiplies the scores of n tokens by √(ln n / ln m), m being those of ' +
          'the usual picture',
      },
    ],
    defaults: { hidden_size: 2304, num_attention_heads: 32, num_layers: 32 },
  },
  prxtransformer2dmodel: {
    ...generator,
    keys: { theta: 'theta' },
    axes: widths('axes_dim', 32, 32),
    defaults: { hidden_size: 1792, num_heads: 28, depth: 16, theta: 10000 },
  },
  // Refiners of text and of noise, and the layers behind them.
  zimagetransformer2dmodel: {
    ...generator,
    keys: { moreLayers: 'n_refiner_layers', width: 'dim' },
    moreTimes: 2,
    axes: widths('axes_dims', 32, 48, 48),
    limits: 'axes_lens',
    defaults: {
      axes_lens: [1024, 512, 512],
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
    limits: 'axes_lens',
    defaults: {
      axes_lens: [300, 512, 512],
      hidden_size: 2304,
      num_attention_heads: 24,
      num_kv_heads: 8,
      num_layers: 26,
      num_refiner_layers: 2,
    },
  },
  'cogview4transformer2dmodel glmimagetransformer2dmodel': {
    ...generator,
    layout: 'half',
    keys: { theta: '' },
    axes: { type: 'axial' },
    defaults: shape(64, 40, 30),
  },
} as const satisfies Readonly<Record<string, Family>>;
