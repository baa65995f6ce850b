/** Attention: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { callParameters } from './call-parameters.js';

/** The parameters that say which results a call gives. */
export const outputParameters = {
  /**
   * The results that are wanted. The output alone needs no memory for maps of
   * queries and keys. Defaults to scores, weights and, if there are values, the
   * output.
   */
  outputs: {
    kind: 'words',
    choices: ['scores', 'weights', 'output'],
    optional: true,
  },
  /**
   * Whether the result has each term of the scores by itself, too. Defaults to
   * `false`.
   */
  terms: { kind: 'boolean', default: false },
  /**
   * Queries whose results are computed: `[from, to]`, without `to`. They have the
   * same bits as among all. Defaults to all.
   */
  rows: { kind: 'rows', optional: true },
  /**
   * Arrays or tensors to write results into, such as those of the call before:
   * new ones of many megabytes take longer than the numbers in them. They may
   * not overlap inputs. Defaults to new ones.
   */
  out: {
    kind: 'outputSet',
    names: ['scores', 'weights', 'output'],
    optional: true,
  },
} as const satisfies Parameters;

/** The options of `attention`, in the order in which they are read. */
export const attentionParameters = {
  ...callParameters,
  ...outputParameters,
} as const satisfies Parameters;

/** The option values of well-known models and programs. */
export const attentionPresets = {
  'Llama 2 7B': { heads: 32, headDim: 128, causal: true },
  'Llama 3 8B': { heads: 32, keyHeads: 8, headDim: 128, causal: true },
  'BERT base': { heads: 12, headDim: 64 },
  'T5 small': { heads: 8, headDim: 64, scale: 1 },
  'Gemma 2 9B': {
    heads: 16,
    keyHeads: 8,
    headDim: 256,
    scale: 0.0625,
    causal: true,
    softcap: 50,
  },
} as const satisfies Presets;

export const attentionDescription = {
  title: 'Attention',
  summary:
    'Computes the scores and weights of queries against keys with any ' +
    'rotation, biases, relative terms, gate and mask, and returns each beside ' +
    'the output.',
  goodAt: 'Seeing how an encoding changes scores and weights, term by term.',
  badAt:
    'Running models: it computes in float32 on one processor. For long ' +
    "sequences ask for `outputs: ['output']`, which keeps no map of scores.",
  formula: {
    text:
      'scores[h, i, j] = scale · R(q_i)·R(k_j) + relative + bias; weights = ' +
      'gate · softmax over j of softcap · tanh(scores / softcap); output[i, h] ' +
      '= sum over j of weights[h, i, j] · v_j',
    latex:
      's_{hij} = \\lambda\\, R_{p_i} q_{ih} \\cdot R_{p_j} k_{jh} + ' +
      'b_{hij},\\quad ' +
      "w_{hij} = g_{hij}\\,\\frac{e^{s_{hij}}}{\\sum_{j'} e^{s_{hij'}}},\\quad " +
      'o_{ih} = \\sum_j w_{hij} v_{jh}',
  },
  paper: {
    title: 'Attention Is All You Need',
    authors: 'Vaswani et al.',
    year: 2017,
    arxiv: '1706.03762',
  },
  result:
    'scores and weights [heads, queries, keys]; output [queries, heads, ' +
    'valueDim] if there are values, or [queries, outputDim] after ' +
    'outputWeight; the terms by name. With a batch, all have its axis first',
  accuracy:
    'products and sums in float32. The output alone: weights with an error of ' +
    '2^-24 (keys / 8 + 16 + d) for a score that is d below the largest',
  pitfalls: [
    'With `rotary`, give q and k as they are before rotation; keys from a ' +
      'cache are usually rotated already.',
    'A rope with several axes takes each position on all of them, as for ' +
      'text. For an image give `grid`, for other positions `keyAxisPositions`.',
    'The causal mask compares positions, not indices: a single query is by ' +
      'default at the position of the last key and sees all keys.',
    'Without positions and mask, reordering the keys reorders the weights ' +
      'and changes nothing else.',
    'T5 has no factor of the scores: give `scale: 1`.',
    'With `queryNorm` and `keyNorm`, give q and k as they are before their norm.',
    'Configurations count the query itself in a sliding window: 4096 means ' +
      '`window: [4095, 0]`.',
    'A mask of -Infinity in `bias` does not go together with `softcap`, which ' +
      'makes a finite score of it; give `mask`.',
    'Weights sum to 1 only without `sinks` and `gate`, and by stick-breaking only ' +
      'with `remainder`.',
  ],
} as const satisfies Description;
