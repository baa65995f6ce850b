/** What the records of generators of pictures and videos have in common. */

import type { Family } from '../family.js';
import type { Json } from '../types.js';

/** What all of them have in common. */
export const generator = {
  tower: 'transformer',
  bidirectional: true,
  layout: 'interleaved',
  innerWidth: true,
} as const satisfies Family;

/** The defaults of a class: heads, their width, and what else it sets. */
export function shape(
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
export const widths = (key: string, ...listed: number[]) =>
  ({ type: 'widths', key, widths: listed }) as const;

/** Layers of two kinds, the second of which goes through text and picture as one. */
export const twoKinds = {
  ...generator,
  keys: { moreLayers: 'num_single_layers' },
} as const satisfies Family;

/** Three axes share a head, height and width a third each. */
export const wan = {
  ...generator,
  keys: { theta: '' },
  axes: { type: 'thirds' },
  limits: 'rope_max_seq_len',
  defaults: shape(40, 128, 40, { rope_max_seq_len: 1024 }),
} as const satisfies Family;

/** Three axes of widths that files list, with a low base. */
export const hunyuanVideo = {
  ...twoKinds,
  axes: widths('rope_axes_dim', 16, 56, 56),
  defaults: shape(24, 128, 20, { num_single_layers: 40, rope_theta: 256 }),
} as const satisfies Family;
