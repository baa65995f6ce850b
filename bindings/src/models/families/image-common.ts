/** What the records of image towers have in common. */

/** Learned rows for all tokens. */
export const learned = { method: 'learned', rows: 'patches' } as const;

/** A tower without a table. */
export const plain = {
  tower: 'vision',
  bidirectional: true,
  position: 'none',
} as const;

/** What the classes of most towers take. */
export const base = {
  hidden_size: 768,
  num_hidden_layers: 12,
  num_attention_heads: 12,
  image_size: 224,
  patch_size: 16,
  rope_theta: 10000,
} as const;
