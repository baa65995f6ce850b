/** How attention normalises queries and keys: parameters. */

import type { Parameters } from '../describe/parameters.js';

const weight = (heads: 'heads' | 'keyHeads') =>
  ({
    kind: 'floats',
    axes: [['headDim'], [heads, 'headDim'], [`${heads} · headDim`]],
    optional: true,
  }) as const;

/** The parameters of what normalises queries and keys before they turn. */
export const normParameters = {
  /**
   * What queries and keys are divided by: the root of the mean of their squares
   * (`rms`), their deviation from their mean, which is subtracted (`layer`), or
   * their length. Defaults to `'length'` with `logitScale`, to `'rms'` with
   * `queryNorm`; otherwise they are taken as they are.
   */
  norm: {
    kind: 'choice',
    choices: ['rms', 'layer', 'length'],
    optional: true,
  },
  /**
   * Factors of normalised queries: [headDim] for each head alike, [heads,
   * headDim] with its own for each head, or [heads · headDim], with which all
   * heads are normalised together, as in OLMo 2. Goes with `keyNorm`. Optional.
   */
  queryNorm: weight('heads'),
  /**
   * The same of keys: [headDim], [keyHeads, headDim] or [keyHeads · headDim].
   * Optional.
   */
  keyNorm: weight('keyHeads'),
  /**
   * Added to normalised queries, in the shape of `queryNorm`: [headDim], [heads,
   * headDim] or [heads · headDim]. Optional.
   */
  queryNormBias: weight('heads'),
  /**
   * Added to normalised keys, in the shape of `keyNorm`: [headDim], [keyHeads,
   * headDim] or [keyHeads · headDim]. Optional.
   */
  keyNormBias: weight('keyHeads'),
  /**
   * What keeps the divisor from zero: added to the mean of squares or to the
   * variance, or the least length. Defaults to 1e-6 for `rms`, 1e-5 for `layer`
   * and 1e-12 for `length`.
   */
  normEpsilon: { kind: 'number', min: 0, max: 1, optional: true },
  /** Added to `queryNorm` and `keyNorm`, such as 1 in Gemma. Defaults to 0. */
  normOffset: { kind: 'number', min: -1, max: 1, default: 0 },
  /**
   * Whether queries and keys are normalised after `rotary` has turned them, as
   * in Hunyuan. Defaults to `false`.
   */
  normTurned: { kind: 'boolean', default: false },
  /**
   * Learned logarithms of the factors of scores, [heads], at most ln 100, as in
   * Swin V2: scores are e^min(logitScale, ln 100) times the cosines of queries
   * and keys. Given instead of `scale`. Optional.
   */
  logitScale: { kind: 'floats', axes: ['heads'], optional: true },
} as const satisfies Parameters;
