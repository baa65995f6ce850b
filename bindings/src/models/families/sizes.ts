/** The sizes that configuration classes set where a file is silent. */

import type { Json } from '../types.js';

/**
 * The defaults of a class: width, layers, heads, key heads (0 for as many as
 * heads), longest context, and what else it sets.
 */
export function sizes(
  width: number,
  layers: number,
  heads: number,
  keyHeads: number,
  longest: number,
  more: Readonly<Record<string, Json>> = {},
): Readonly<Record<string, Json>> {
  return {
    hidden_size: width,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: keyHeads || null,
    max_position_embeddings: longest,
    ...more,
  };
}
