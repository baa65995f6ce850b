/** What the descriptions of several methods share. */

/**
 * Widest row, and most heads. What a row of this width takes, 200 MB for its
 * frequencies and some for scratch, still fits into the module's memory.
 */
export const WIDEST = 2 ** 20;

/** Largest base of frequencies: float32, in which some precisions hold it. */
export const LARGEST_BASE = 2 ** 126;

/** What the numbers agree with; for every method that has frequencies. */
export const precision = {
  kind: 'choice',
  choices: ['exact', 'torch', 'ggml'],
  default: 'exact',
  doc:
    'What the numbers agree with: the real formula, float32 frameworks, or ' +
    "ggml's stepwise product.",
} as const;
