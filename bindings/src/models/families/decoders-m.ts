/**
 * Decoders whose layers turn queries and keys, or mix attention with other
 * layers: names that begin with M to Z. Sources: the configuration and
 * modelling files of each word under `src/transformers/models` of
 * huggingface/transformers, or what a comment names.
 */

import type { Family } from '../family.js';

export const decodersM = {
  mistral: {
    like: 'llama',
    kinds: 'sliding',
    defaults: { num_key_value_heads: 8, sliding_window: 4096 },
  },
  smollm3: {
    like: 'llama',
    turnedList: true,
    defaults: { no_rope_layer_interval: 4 },
  },
} as const satisfies Readonly<Record<string, Family>>;
