/** Parameters and limits that several methods share. */

import { positionParameters } from '../arrays/positions.js';
import { DTYPES } from '../base/dtype.js';

/**
 * Largest width of a row and largest number of heads. A row of this width needs
 * 200 MB for its frequencies and some scratch, which still fits into the
 * instance's memory.
 */
export const WIDEST = 2 ** 20;

/** Length of an axis, if no array is given that says it itself. */
export const axisLength = {
  kind: 'number',
  integer: true,
  min: 1,
  max: WIDEST,
  optional: true,
} as const;

/** Largest base of frequencies: some precisions hold it as float32. */
export const LARGEST_BASE = 2 ** 126;

/** The parameter `precision` of every method that has frequencies. */
export const precision = {
  kind: 'choice',
  choices: ['exact', 'torch', 'ggml'],
  default: 'exact',
} as const;

/** The parameter that selects some rows of a table. */
export const rowsParameter = {
  /**
   * Rows of the table to compute: `[from, to]`, without `to`. They have the
   * same bits as in the whole table. Defaults to all.
   */
  rows: {
    kind: 'rows',
    optional: true,
  },
} as const;

/**
 * The parameters that say which rows a table has; tables by position begin with
 * them.
 */
export const tableRows = { ...positionParameters, ...rowsParameter } as const;

/** The parameters of the result; tables end with them. */
export const tableResult = {
  /** Type of the numbers. Defaults to `'float32'`. */
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
