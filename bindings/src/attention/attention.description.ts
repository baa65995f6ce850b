/** Scaled dot-product attention: parameters and description. */

import { coordinate } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';

const count = { kind: 'number', integer: true, min: 1, max: WIDEST } as const;

/** The options of `attention`, in the order in which they are read. */
export const attentionParameters = {
  /** Queries, [queries, heads, headDim] row-major. Required. */
  q: { kind: 'floats' },
  /** Keys, [keys, keyHeads, headDim] row-major. Required. */
  k: { kind: 'floats' },
  /**
   * Values, [keys, keyHeads, valueDim] row-major; without them the result has
   * no `output`. Optional.
   */
  v: {
    kind: 'floats',
    optional: true,
  },
  /**
   * Number of query heads. Defaults to the second axis if `q` has three axes;
   * otherwise required.
   */
  heads: {
    ...count,
    optional: true,
  },
  /**
   * Number of key heads, each of which serves `heads / keyHeads` query heads.
   * Defaults to the second axis if `k` has three axes, else to `heads`.
   */
  keyHeads: {
    ...count,
    optional: true,
  },
  /**
   * Width of a head. Defaults to that of `rotary`, else to the last axis if `q`
   * has three axes; otherwise required.
   */
  headDim: {
    ...count,
    optional: true,
  },
  /**
   * Width of a value. Defaults to the width that follows from the length of
   * `v`.
   */
  valueDim: {
    ...count,
    optional: true,
  },
  /**
   * Rope that turns q and k; without it, positions have no influence on scores.
   * Optional.
   */
  rotary: {
    kind: 'handle',
    of: 'rope',
    optional: true,
  },
  /**
   * Factor of the scores. Defaults to `rotary.softmaxScale`, else to
   * 1/√headDim.
   */
  scale: {
    kind: 'number',
    optional: true,
  },
  /**
   * Whether a query sees only keys at its own position or earlier ones.
   * Defaults to `false`.
   */
  causal: {
    kind: 'boolean',
    default: false,
  },
  /** Position of the first key. Defaults to 0. */
  keyStart: { ...coordinate, default: 0 },
  /**
   * Position of the first query. Defaults to the position that puts the last
   * query at the last key.
   */
  queryStart: {
    ...coordinate,
    optional: true,
  },
  /** Position of each key. Given instead of `keyStart`. Optional. */
  keyPositions: {
    kind: 'positions',
    optional: true,
  },
  /** Position of each query. Given instead of `queryStart`. Optional. */
  queryPositions: {
    kind: 'positions',
    optional: true,
  },
} as const satisfies Parameters;

/** The option values of well-known models and programs. */
export const attentionPresets = {
  'Llama 2 7B': { heads: 32, headDim: 128, causal: true },
  'Llama 3 8B': { heads: 32, keyHeads: 8, headDim: 128, causal: true },
  'BERT base': { heads: 12, headDim: 64 },
} as const satisfies Presets;

export const attentionDescription = {
  title: 'Attention',
  summary:
    'Computes the scores and weights of queries against keys, with rotation ' +
    'and causal mask, and returns both beside the output.',
  goodAt: 'Seeing how an encoding changes scores and weights.',
  badAt:
    'Running models: it keeps the whole map of scores, which fast kernels avoid.',
  formula: {
    text:
      'scores[h, i, j] = scale · R(q_i)·R(k_j); weights = softmax over j; ' +
      'output[i, h] = sum over j of weights[h, i, j] · v_j',
    latex:
      's_{hij} = \\lambda\\, R_{p_i} q_{ih} \\cdot R_{p_j} k_{jh},\\quad ' +
      "w_{hij} = \\frac{e^{s_{hij}}}{\\sum_{j'} e^{s_{hij'}}},\\quad " +
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
    'valueDim] if v is given',
  accuracy: 'products and sums in float32',
  pitfalls: [
    'With `rotary`, give q and k as they are before rotation; keys from a ' +
      'cache are usually rotated already.',
    'A rope with several axes takes each position on all of them, as for ' +
      'text. For other positions, turn q and k by `rope.rotate` before, and ' +
      'give `scale: rope.softmaxScale` instead of `rotary`.',
    'The causal mask compares positions, not indices: a single query is by ' +
      'default at the position of the last key and sees all keys.',
    'Without positions and mask, reordering the keys reorders the weights ' +
      'and changes nothing else.',
  ],
} as const satisfies Description;
