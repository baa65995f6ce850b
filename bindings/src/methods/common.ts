/** What the descriptions of several methods share. */

/**
 * Widest row, and most heads: one row beyond them would not fit into the
 * module's memory.
 */
export const WIDEST = 2 ** 24;

/** What the numbers agree with; for every method that has frequencies. */
export const precision = {
  kind: 'choice',
  choices: ['exact', 'torch', 'ggml'],
  default: 'exact',
  doc:
    'What the numbers agree with: the real formula, float32 frameworks, or ' +
    "ggml's stepwise product.",
} as const;
