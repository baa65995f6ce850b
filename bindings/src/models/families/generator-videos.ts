/**
 * Generators of videos and sounds, by the `_class_name` of their diffusers
 * configuration.
 * Sources: the transformers of huggingface/diffusers and their pipelines.
 *
 * A layer is a block with attention over pictures, or over pictures and text
 * together. Cross-attention is not read: it has no positions but in HunyuanDiT,
 * Motif-Video and LongCat-AudioDiT.
 */

import type { Family } from '../family.js';
import { cogVideoX, rising, split } from './generator-cogvideox-ltx.js';
import {
  generator,
  hunyuanVideo,
  shape,
  wan,
  widths,
} from './generator-common.js';

/** What classes do that pack the older past. */
const pasts = {
  lacks: [
    {
      what:
        'multiplies tokens of the older past by means of the cosines and ' +
        'sines of 2³ or 4³ patches',
    },
  ],
} as const satisfies Family;

export const videos = {
  'wantransformer3dmodel wananimatetransformer3dmodel chronoedittransformer3dmodel anyflowtransformer3dmodel':
    wan,
  // The blocks that read the control turn, too.
  wanvacetransformer3dmodel: {
    ...wan,
    keys: { ...wan.keys, moreLayers: 'vace_layers' },
    defaults: {
      ...wan.defaults,
      vace_layers: [0, 5, 10, 15, 20, 25, 30, 35],
    },
  },
  skyreelsv2transformer3dmodel: {
    ...wan,
    when: [
      {
        if: { flag_causal_attention: true },
        take: {
          lacks: [
            { what: 'hides later blocks of whole frames', option: 'mask' },
          ],
        },
      },
    ],
    defaults: shape(16, 128, 32, { rope_max_seq_len: 1024 }),
  },
  'hunyuanvideotransformer3dmodel motifvideotransformer3dmodel': hunyuanVideo,
  hunyuanvideoframepacktransformer3dmodel: { ...hunyuanVideo, ...pasts },
  heliostransformer3dmodel: {
    ...generator,
    ...pasts,
    axes: widths('rope_dim', 44, 42, 42),
    defaults: { ...wan.defaults, rope_theta: 10000 },
  },
  hunyuanvideo15transformer3dmodel: {
    ...hunyuanVideo,
    keys: {},
    defaults: shape(16, 128, 54, { rope_theta: 256 }),
  },
  // The blocks that read the text alone count its tokens.
  kandinsky5transformer3dmodel: {
    ...generator,
    keys: { theta: '', layers: 'num_visual_blocks', width: 'model_dim' },
    headSum: 'axes_dims',
    towers: {
      transformer: {
        axes: widths('axes_dims', 16, 24, 24),
        when: [
          {
            if: { attention_type: 'nabla' },
            take: {
              lacks: [
                { what: 'sees blocks of keys that it chooses', option: 'mask' },
              ],
            },
          },
        ],
      },
      refiner: { keys: { layers: 'num_text_blocks' } },
    },
    defaults: {
      model_dim: 2048,
      num_visual_blocks: 32,
      num_text_blocks: 2,
      axes_dims: [16, 24, 24],
    },
  },
  // The whole width is turned before heads are cut, by rising frequencies.
  ltxvideotransformer3dmodel: {
    ...rising,
    keys: { theta: '' },
    defaults: shape(32, 64, 28),
  },
  ltx2videotransformer3dmodel: {
    ...rising,
    when: [split],
    towers: {
      transformer: {},
      audio: {
        axes: { ...rising.axes, count: 1 },
        keys: {
          heads: 'audio_num_attention_heads',
          headDim: 'audio_attention_head_dim',
        },
      },
    },
    defaults: shape(32, 128, 48, {
      audio_num_attention_heads: 32,
      audio_attention_head_dim: 64,
      rope_theta: 10000,
    }),
  },
  cosmostransformer3dmodel: {
    ...generator,
    layout: 'half',
    keys: { theta: '' },
    axes: { type: 'thirds', scales: 'rope_scale' },
    defaults: shape(32, 128, 28, { rope_scale: [2, 1, 1] }),
  },
  // Each axis has a third of a head, in halves.
  allegrotransformer3dmodel: {
    ...generator,
    layout: 'half',
    keys: { theta: '' },
    axes: {
      ...{ type: 'separate', count: 3 },
      scales:
        'interpolation_scale_t interpolation_scale_h interpolation_scale_w',
    },
    defaults: shape(24, 96, 32, {
      interpolation_scale_t: 2.2,
      interpolation_scale_h: 2,
      interpolation_scale_w: 2,
    }),
  },
  mochitransformer3dmodel: {
    ...generator,
    position: 'none',
    lacks: [{ what: 'turns by learned frequencies of heads and axes' }],
    defaults: shape(24, 128, 48),
  },
  'cogvideoxtransformer3dmodel consisidtransformer3dmodel': cogVideoX,
  easyanimatetransformer3dmodel: {
    ...generator,
    keys: { theta: '' },
    axes: { type: 'eighths' },
    defaults: shape(48, 64, 48),
  },
  longcataudiodittransformer: {
    ...generator,
    layout: 'half',
    keys: {
      theta: '',
      layers: 'dit_depth',
      heads: 'dit_heads',
      width: 'dit_dim',
    },
    defaults: {
      dit_dim: 1536,
      dit_depth: 24,
      dit_heads: 24,
      rope_theta: 100000,
    },
  },
  stableaudioditmodel: {
    ...generator,
    layout: 'half',
    keys: { theta: '' },
    defaults: shape(24, 64, 24, { partial_rotary_factor: 0.5 }),
  },
  // Its sums of keys, which the outputs are divided by, are not turned.
  sanavideotransformer3dmodel: {
    ...wan,
    kinds: 'linear_attention',
    mixersTurn: true,
    defaults: shape(20, 112, 20, { rope_max_seq_len: 1024 }),
  },
} as const satisfies Readonly<Record<string, Family>>;
