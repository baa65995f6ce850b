/** Biases by features of the distance: parameters and description. */

import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `basisBias`, in the order in which they are read. */
export const basisBiasOwn = {
  /**
   * Number of heads. Defaults to that of `table` if it is a tensor; otherwise
   * required.
   */
  heads: axisLength,
  /**
   * The features: spec of a table by position without its positions, such as
   * `{ method: 'enformer', … }`. Its rows are those of the distances. Required.
   */
  basis: { kind: 'spec', family: 'table' },
  /** Weight of each feature, [features, heads]. Required. */
  table: { kind: 'floats', axes: ['features', 'heads'] },
} as const satisfies Parameters;

export const basisBiasParameters = {
  ...basisBiasOwn,
  ...sharedParameters,
} as const satisfies Parameters;

export const basisBiasDescription = {
  title: 'Basis bias',
  family: 'bias',
  summary:
    'Adds features of the signed distance, such as those of Enformer, with a ' +
    'learned weight for each head.',
  goodAt:
    'Smooth functions of the distance from few weights, for any length that ' +
    'the features know.',
  badAt: 'What the features cannot express, such as a single far distance.',
  formula: {
    text: 'b[h, i, j] = Σ_f table[f, h]·feature_f(j - i)',
    latex: 'b_{hij} = \\sum_f w_{fh}\\,\\varphi_f(j - i)',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'float64: ≤ the error of the features, and features·2^-53 of the sum of ' +
    'the terms’ magnitudes; float32, float16, bfloat16: that, rounded once',
  example: {
    heads: 1,
    basis: {
      ...{ method: 'enformer', seqLength: 64, dim: 4 },
      ...{ centralMask: false, withSign: false },
    },
    table: [[1], [-2], [0.5], [3]],
    queries: 64,
    keys: 64,
  },
  pitfalls: [
    'Enformer multiplies its features by a matrix and the result by the ' +
      'queries; this is the part of its scores that depends on the distance ' +
      'alone.',
    'The distance is key minus query: positive for keys behind the query.',
  ],
} as const satisfies Description;
