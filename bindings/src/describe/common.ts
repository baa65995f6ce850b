/** What the descriptions of several methods share. */

import { positionParameters } from '../arrays/positions.js';
import { DTYPES } from '../base/dtype.js';

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
} as const;

/** Some rows of a table alone. */
export const rowsParameter = {
  /**
   * Rows `[from, to]` of the table alone, `to` not among them; their bits are
   * those that they have in the whole. Defaults to all.
   */
  rows: {
    kind: 'rows',
    optional: true,
  },
} as const;

/** Which rows a table has; the first parameters of every table by position. */
export const tableRows = { ...positionParameters, ...rowsParameter } as const;

/** What a table is made of; the last parameters of every table. */
export const tableResult = {
  /** Kind of the numbers. Defaults to `'float32'`. */
  dtype: {
    kind: 'choice',
    choices: DTYPES,
    default: 'float32',
  },
  /** Array or tensor to write into. Defaults to a new one. */
  out: {
    kind: 'output',
    optional: true,
  },
} as const;
