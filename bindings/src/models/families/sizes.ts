/** The sizes that configuration classes set where a file is silent. */

import type { LackRule } from '../family.js';
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

/** An indexer chooses the keys that a query sees, if there are more of them. */
export const selected: LackRule = {
  what: 'sees the keys that an indexer chooses',
  option: 'mask',
  keys: 'index_topk',
};
