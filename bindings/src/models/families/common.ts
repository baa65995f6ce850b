/** What the records of several files have in common. */

import type { Family, TableRule } from '../family.js';

/** Learned rows for all positions. */
export const learned: TableRule = { method: 'learned', rows: 'maxPosition' };

/** OPT and BART: two more rows than positions, which begin at the third row. */
export const two: TableRule = { ...learned, extra: 2, offset: 2 };

/** The tower of an encoder whose keys say so. */
export const encoder = {
  bidirectional: true,
  keys: { layers: 'encoder_layers', heads: 'encoder_attention_heads' },
} as const satisfies Family;

/** The tower of a decoder whose keys say so. */
export const decoder = {
  keys: { layers: 'decoder_layers', heads: 'decoder_attention_heads' },
} as const satisfies Family;

/** Heads of one part, as small models of DeepSeek V2 have them. */
export const withoutLatent = {
  if: { use_mla: false },
  take: { layout: 'half', mscaled: false },
} as const;
