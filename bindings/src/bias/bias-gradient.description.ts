/** The gradient of a bias: parameters and description. */

import { startParameters } from '../arrays/pairs.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The options of `biasGradient`, in the order in which they are read. */
export const biasGradientParameters = {
  /** The bias, without queries, keys and positions. Required. */
  bias: { kind: 'spec', family: 'bias' },
  /** Gradient by the map of the bias, [heads, queries, keys]. Required. */
  upstream: { kind: 'floats', axes: ['heads', 'queries', 'keys'] },
  /**
   * Number of queries. Defaults to the second axis if `upstream` has three
   * axes; otherwise required.
   */
  queries: {
    kind: 'number',
    integer: true,
    min: 0,
    max: 2 ** 31 - 1,
    optional: true,
  },
  /**
   * Number of keys. Defaults to the last axis if `upstream` has three axes, else
   * to `queries`.
   */
  keys: {
    kind: 'number',
    integer: true,
    min: 0,
    max: 2 ** 31 - 1,
    optional: true,
  },
  ...startParameters,
} as const satisfies Parameters;

export const biasGradientDescription = {
  title: 'Gradient of a bias',
  summary:
    'The gradients by the weights of a bias, from the gradient by its map.',
  goodAt: 'Training the tables, slopes or networks of a bias on its own.',
  badAt:
    'Whole attention: `attentionGradient` gives these gradients together with ' +
    'those of queries, keys and values.',
  formula: {
    text: 'gradient by w = sum over h, i, j of upstream[h, i, j]·db[h, i, j]/dw',
    latex:
      '\\bar w = \\sum_{h,i,j} \\bar b_{hij}\\,\\frac{\\partial b_{hij}}' +
      '{\\partial w}',
  },
  result: 'an object with a tensor for each weight, by the name of its option',
  accuracy: 'sums in float64, rounded once to float32',
  pitfalls: [
    'The positions must be those with which the map was made.',
    'A bias without weights, such as ALiBi with the published slopes, has the ' +
      'gradient of its slopes all the same.',
  ],
} as const satisfies Description;
