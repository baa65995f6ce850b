/** Fourier position embedding: parameters. */

import { WIDEST } from '../../describe/common.js';
import type { Parameters } from '../../describe/parameters.js';

/** The options of the schedule `fope`. */
export const fopeParameters = {
  /**
   * Learned coefficients [sets, waves, waves] of the cosines: element [s, w, k]
   * is the share of wave w in the cosine of pair k. There is a set for each key
   * head, or one for all. Required.
   */
  cosines: {
    kind: 'floats',
    axes: [
      ['sets', 'waves', 'waves'],
      ['waves', 'waves'],
    ],
  },
  /** Learned coefficients of the sines, in the same order. Required. */
  sines: {
    kind: 'floats',
    axes: [
      ['sets', 'waves', 'waves'],
      ['waves', 'waves'],
    ],
  },
  /**
   * Number of waves that are mixed, the fastest ones. The pairs behind them are
   * not turned. Required unless `maxPosition` is given. Optional.
   */
  count: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /**
   * Longest context of training: the waves are those that complete a turn in
   * it. Given instead of `count`. Optional.
   */
  maxPosition: {
    kind: 'number',
    integer: true,
    min: 1,
    max: 2 ** 53,
    optional: true,
  },
} as const satisfies Parameters;
