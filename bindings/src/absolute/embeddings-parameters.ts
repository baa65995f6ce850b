/** Parameters that `addTo`, `concat` and `sumOrConcat` share. */

import type { Parameters } from '../describe/parameters.js';

/** The axes of a table that is added or appended to embeddings. */
export const tableAxes = { axes: ['rows', 'width'] } as const;

/** The axes of embeddings. */
export const embeddingAxes = { axes: ['..', 'rows', 'width'] } as const;

/** Factors of the two terms of a sum. */
export const scaleParameters = {
  /** Factor of the table. Defaults to 1. */
  scale: { kind: 'number', default: 1 },
  /**
   * Factor of the embeddings: a number, or `'rootDim'` for √dim, by which most
   * Transformers multiply. Defaults to 1.
   */
  embeddingScale: {
    kind: 'other',
    optional: true,
  },
} as const satisfies Parameters;

/** Selects the rows of a table that belong to the embeddings. */
export const tableStart = {
  /**
   * Table row of the first embedding; if given, the table may have more rows
   * than there are positions. Optional.
   */
  start: { kind: 'number', integer: true, min: 0, optional: true },
} as const satisfies Parameters;
