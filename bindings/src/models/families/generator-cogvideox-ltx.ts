/** What generators of videos share that are like CogVideoX or LTX. */

import type { Family } from '../family.js';
import { generator, shape } from './generator-common.js';

/** A table of the video, or a rope where a switch says so, or both. */
export const cogVideoX = {
  ...generator,
  keys: { theta: '' },
  position: 'none',
  image: {
    ...{ prefix: 'max_text_seq_length', sizes: 'sample_height sample_width' },
    ...{ frames: 'sample_frames temporal_compression_ratio', alone: true },
    depth: 'patch_size_t',
  },
  table: {
    method: 'sinusoidalGrid',
    plane: 'spatial_interpolation_scale',
    time: 'temporal_interpolation_scale',
  },
  when: [
    {
      // The table of the file, which is trained, is added, too.
      if: {
        use_rotary_positional_embeddings: true,
        use_learned_positional_embeddings: true,
      },
      take: {
        ...{ position: 'rope', axes: { type: 'eighths' } },
        table: { method: 'learned', rows: 'patches' },
      },
    },
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
    temporal_interpolation_scale: 1,
  }),
} as const satisfies Family;

/** Rising frequencies, which all heads together share. */
export const rising = {
  ...generator,
  wholeWidth: true,
  axes: { type: 'axial', count: 3, bands: 'fractions', order: 'turns' },
  lacks: [{ what: 'turns all heads together, each by frequencies of its own' }],
} as const satisfies Family;

/** The form of LTX-2's rope in which pairs are halves of a head. */
export const split = {
  if: { rope_type: 'split' },
  take: {
    lacks: [
      {
        what:
          'turns all heads together, each by frequencies of its own, and pairs ' +
          '(k, k + half) of a head: bring each head from halves to neighbours ' +
          'before it is turned, and back',
      },
    ],
  },
} as const;
