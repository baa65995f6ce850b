/**
 * The parameters of a relative method that stands alone: queries, keys and
 * their positions. Inside attention these are the options of attention.
 */

import { pairParameters } from '../arrays/pairs.js';
import { axisLength } from '../describe/common.js';

export const relativeInputs = {
  /**
   * Queries, [queries, heads, headDim]. Required unless the terms multiply keys
   * only.
   */
  q: {
    kind: 'floats',
    axes: [
      ['queries', 'heads', 'headDim'],
      ['queries', 'heads · headDim'],
    ],
    optional: true,
  },
  /**
   * Keys, [keys, keyHeads, headDim]. Required unless the terms multiply queries
   * only.
   */
  k: {
    kind: 'floats',
    axes: [
      ['keys', 'keyHeads', 'headDim'],
      ['keys', 'keyHeads · headDim'],
    ],
    optional: true,
  },
  /**
   * Number of heads of the queries. Defaults to the second axis of `q`, else to
   * that of `k`, if that is a tensor, else to what the tensors of `tupe` and
   * `relativeLogits` say; otherwise required.
   */
  heads: axisLength,
  /**
   * Number of heads of the keys; divides `heads`. Defaults to the second axis
   * of `k` if that is a tensor, else to `heads`.
   */
  keyHeads: axisLength,
  /**
   * Width of a head. Defaults to the third axis of `q` or `k`, else to what the
   * weights of `tupe` say; otherwise required.
   */
  headDim: axisLength,
  ...pairParameters,
  /** Factor of the terms. Defaults to 1. */
  scale: { kind: 'number', default: 1 },
  /** Whether to return each term by itself, by name. Defaults to false. */
  terms: { kind: 'boolean', default: false },
} as const;
