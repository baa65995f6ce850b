/** What descriptions of sums with embeddings share. */

import type { Parameters } from '../describe/parameters.js';

/** Factors of the two parts of a sum. */
export const scaleParameters = {
  /** Factor of the table. Defaults to 1. */
  scale: { kind: 'number', default: 1 },
  /**
   * Factor of the embeddings: a number, or `'rootDim'` for the root of their
   * width, by which most Transformers multiply. Defaults to 1.
   */
  embeddingScale: {
    kind: 'other',
    optional: true,
  },
} as const satisfies Parameters;

/** Which rows of a table stand beside the embeddings. */
export const tableStart = {
  /**
   * Row of the table for the first embedding; with it the table may have
   * more rows than there are positions. Optional.
   */
  start: { kind: 'number', integer: true, min: 0, optional: true },
} as const satisfies Parameters;
