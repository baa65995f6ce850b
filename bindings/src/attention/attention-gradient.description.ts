/** The gradient of attention: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { callParameters } from './call-parameters.js';

/** The gradients by the results of attention. */
export const upstreamParameters = {
  /**
   * The gradient of the loss by the output, in the shape of the output.
   * Required unless one of the next two is given.
   */
  upstream: {
    kind: 'floats',
    axes: [
      ['queries', 'heads', 'valueDim'],
      ['queries', 'outputDim'],
      ['batch', 'queries', 'heads', 'valueDim'],
      ['batch', 'queries', 'outputDim'],
    ],
    optional: true,
  },
  /**
   * The gradient by the weights, [heads, queries, keys] or with a batch axis
   * before. Optional.
   */
  weightsUpstream: {
    kind: 'floats',
    axes: [
      ['heads', 'queries', 'keys'],
      ['batch', 'heads', 'queries', 'keys'],
    ],
    optional: true,
  },
  /**
   * The gradient by the scores after cap and mask, [heads, queries, keys] or
   * with a batch axis before; it has no effect where a key is masked. Optional.
   */
  scoresUpstream: {
    kind: 'floats',
    axes: [
      ['heads', 'queries', 'keys'],
      ['batch', 'heads', 'queries', 'keys'],
    ],
    optional: true,
  },
} as const satisfies Parameters;

/** The options of `attentionGradient`, in the order in which they are read. */
export const attentionGradientParameters = {
  ...callParameters,
  ...upstreamParameters,
} as const satisfies Parameters;

export const attentionGradientDescription = {
  title: 'Gradient of attention',
  summary:
    'Takes the gradient of a loss by the results of attention back to queries, ' +
    'keys, values, embeddings and all weights, biases, relative terms and gates.',
  goodAt:
    'Training small transformers in a page: it computes the scores again, those ' +
    'of a few queries at a time, and keeps none of them.',
  badAt: 'Models that need a whole graph of other layers.',
  formula: {
    text:
      'ds[h, i, j] = w[h, i, j]·(dw[h, i, j] - sum over l of w[h, i, l]·dw[h, ' +
      'i, l]), dw[h, i, j] = do[i, h]·v_j; dq_i = scale · sum over j of ds·k_j; ' +
      'dk_j = scale · sum over i of ds·q_i; dv_j = sum over i of w·do_i',
    latex:
      'ds_{hij} = w_{hij}\\Big(dw_{hij} - \\sum_l w_{hil}\\,dw_{hil}\\Big)',
  },
  paper: {
    title: 'Attention Is All You Need',
    authors: 'Vaswani et al.',
    year: 2017,
    arxiv: '1706.03762',
  },
  result:
    'The gradients by name: q, k, v or x, context and their weights, in their ' +
    'shapes; those of norms, in their shapes, and logitScale [heads]; queryScale ' +
    '[queries]; sinks [heads]; frequencies [pairs] of the rope; bias, relative ' +
    'and gate with the gradients of their weights by name',
  accuracy:
    'products and sums in float32; sums over n queries, where only the gradient ' +
    'by the output is given, in groups of 32: a share of 2^-24 (32 + n / 32) of ' +
    'the sum without signs',
  pitfalls: [
    'Give the same options as to `attention`; it computes the scores again.',
    'A gradient by the weights or scores asks for their maps, of which it holds ' +
      'a tile, and so do the values of `shaw`.',
    'The gradient of keys that several query heads read is the sum over these ' +
      'heads.',
    'With sinks, weights do not sum to 1, and part of the gradient goes to the ' +
      'sinks.',
    'With the law `retention` of `weighing`, what divides the weights of a row is a ' +
      'constant, as in RetNet.',
    'The gradient by the frequencies of a rope is there only without axes, ' +
      'decay and mixtures.',
  ],
} as const satisfies Description;
