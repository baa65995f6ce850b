/** The biases of Swin V2: parameters and description. */

import { axisLength, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { tableSeed } from '../terms/head-table.js';
import { gridScheme } from '../terms/schemes.js';
import { sharedParameters } from './shared-parameters.js';

/**
 * The own options of `continuousGridBias`, in the order in which they are read.
 */
export const continuousGridBiasOwn = {
  /**
   * Number of heads. Defaults to that of `secondWeight` if it is a tensor;
   * otherwise required.
   */
  heads: axisLength,
  /** Number of rows and columns of the grid. Required. */
  grid: gridScheme.grid,
  /**
   * The grid with which the weights were trained: its largest differences are
   * scaled to 1. Defaults to `grid`.
   */
  trainedGrid: { ...gridScheme.grid, optional: true },
  /**
   * Number of hidden units. Weights that are tensors say it themselves. Defaults
   * to 512.
   */
  hidden: { kind: 'number', integer: true, min: 1, max: WIDEST, default: 512 },
  /**
   * Weights of the first layer, [hidden, 2] row-major: those of the rows'
   * difference, then of the columns'. Defaults to weights drawn from `seed`.
   */
  firstWeight: { kind: 'floats', axes: ['hidden', '2'], optional: true },
  /** Biases of the first layer, [hidden]. Defaults to those drawn from `seed`. */
  firstBias: { kind: 'floats', axes: ['hidden'], optional: true },
  /**
   * Weights of the second layer, [heads, hidden] row-major. Defaults to weights
   * drawn from `seed`.
   */
  secondWeight: { kind: 'floats', axes: ['heads', 'hidden'], optional: true },
  /**
   * Seed of drawn weights, which are the same in every engine. Defaults to 0.
   */
  seed: tableSeed,
  /** Factor of all values. Defaults to 1. */
  biasScale: { kind: 'number', default: 1 },
} as const satisfies Parameters;

export const continuousGridBiasParameters = {
  ...continuousGridBiasOwn,
  ...sharedParameters,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const continuousGridBiasPresets = {
  'Swin V2 tiny, first stage': { heads: 3, grid: [8, 8] },
} as const satisfies Presets;

export const continuousGridBiasDescription = {
  title: 'Continuous bias of the cells of an image',
  family: 'bias',
  summary:
    'A bias for each head and each difference of two cells, which a small ' +
    'network makes from the logarithms of the differences, as in Swin V2.',
  goodAt:
    'Images of another size than those of the training: the network knows no ' +
    'grid.',
  badAt: 'Cost: the network runs for each difference of the grid.',
  formula: {
    text:
      "b[h, i, j] = 16·sigmoid(W2·relu(W1·[u(dy/(H' - 1)), u(dx/(W' - 1))] + " +
      "b1))[h], u(t) = sign(t)·log2(1 + |8·t|)/3, H' × W' the trained grid",
    latex:
      'b_{hij} = 16\\,\\sigma(W_2\\,\\mathrm{relu}(W_1\\,u(\\Delta) + b_1))_h,' +
      '\\quad u(t) = \\mathrm{sgn}(t)\\,\\log_2(1 + |8t|)/3',
  },
  paper: {
    title: 'Swin Transformer V2: Scaling Up Capacity and Resolution',
    authors: 'Liu et al.',
    year: 2022,
    arxiv: '2111.09883',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.51 ulp where the products of the second ' +
    'layer do not cancel',
  example: { heads: 3, grid: [8, 8] },
  pitfalls: [
    'A model that was trained with windows of 8 and runs with windows of 16 ' +
      'needs `trainedGrid: [8, 8]`; without it differences are scaled to other ' +
      'numbers than in training.',
    'Differences are query minus key, rows first.',
    'Biases lie between 0 and 16. Swin V2 adds them to cosines of queries and ' +
      'keys times a learned factor, not to plain scores.',
  ],
} as const satisfies Description;
