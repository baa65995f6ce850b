/** FIRE: parameters and description. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `fire`, in the order in which they are read. */
export const fireOwn = {
  /** Number of heads. Defaults to that of `outBias`. */
  heads: axisLength,
  /** Weight of each unit of the hidden layer, [width]. Required. */
  hiddenWeight: { kind: 'floats', axes: ['width'] },
  /** Bias of each unit of the hidden layer, [width]. Required. */
  hiddenBias: { kind: 'floats', axes: ['width'] },
  /** Weights of the last layer, [heads, width]. Required. */
  outWeight: { kind: 'floats', axes: ['heads', 'width'] },
  /** Bias of each head in the last layer, [heads]. Required. */
  outBias: { kind: 'floats', axes: ['heads'] },
  /** Factor of distances inside the logarithm; learned. Defaults to 0.1. */
  c: { kind: 'number', min: -(2 ** 100), max: 2 ** 100, default: 0.1 },
  /**
   * Smallest position of a query that changes the divisor of its distances.
   * Defaults to 512.
   */
  threshold: {
    kind: 'number',
    min: 0,
    max: LARGEST_POSITION,
    default: 512,
  },
  /** Factor of the threshold; learned. Defaults to 1. */
  thresholdFactor: {
    kind: 'number',
    min: -(2 ** 100),
    max: 2 ** 100,
    default: 1,
  },
} as const satisfies Parameters;

export const fireParameters = {
  ...fireOwn,
  ...sharedParameters,
} as const satisfies Parameters;

export const fireDescription = {
  title: 'FIRE',
  family: 'bias',
  summary:
    'A small network makes the biases of the distance, as a fraction of how ' +
    'far the query is from the beginning.',
  goodAt:
    'Texts longer than those of the training: a longer text only has smaller ' +
    'steps between fractions that the network knows.',
  badAt:
    'Speed of long texts: a bias depends on the query besides the distance, ' +
    'so that no row is part of another.',
  formula: {
    text:
      'b[h, i, j] = outBias_h + Σ_k outWeight_hk·max(0, hiddenWeight_k·x + ' +
      'hiddenBias_k), x = ln(1 + |c|·|j - i|) / (ln(1 + |c|·max(i, ' +
      '|thresholdFactor·threshold|)) + 10^-6)',
    latex:
      'b_{hij} = f_h\\!\\left(\\frac{\\ln(1 + c\\,|j - i|)}' +
      '{\\ln(1 + c\\,\\max(i, L)) + 10^{-6}}\\right)',
  },
  paper: {
    title:
      'Functional Interpolation for Relative Positions Improves Long Context ' +
      'Transformers',
    authors: 'Li et al.',
    year: 2023,
    arxiv: '2310.04418',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'float64: ≤ (width + 8)·2^-52 of the sum of the terms’ magnitudes; ' +
    'float32, float16, bfloat16: that, rounded once',
  example: {
    heads: 2,
    hiddenWeight: [1, 2, -1.5, 0.5],
    hiddenBias: [0, -0.6, 0.9, 0.1],
    outWeight: [
      [-2, 1, 0.5, -1],
      [-1, -3, 1, 0.2],
    ],
    outBias: [0, 0.5],
    threshold: 16,
    queries: 64,
    keys: 64,
  },
  pitfalls: [
    'Distances have no sign: a key behind the query has the bias of one as ' +
      'far before it. The authors hide such keys by a causal mask.',
    'Positions count from the beginning of the text. With a cache, give the ' +
      'real `queryStart`, or the default, which follows from `keys`.',
  ],
} as const satisfies Description;
