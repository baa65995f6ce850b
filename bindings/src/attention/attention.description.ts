/** Scaled dot-product attention: all that is known about the method. */

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
   * Values, [keys, keyHeads, valueDim] row-major. Without them there is no
   * `output`.
   */
  v: {
    kind: 'floats',
    optional: true,
  },
  /**
   * Number of query heads. Defaults to the second axis of a `q` with three;
   * otherwise required.
   */
  heads: {
    ...count,
    optional: true,
  },
  /**
   * Number of key heads, of which each serves `heads / keyHeads` query
   * heads. Defaults to the second axis of a `k` with three, else `heads`.
   */
  keyHeads: {
    ...count,
    optional: true,
  },
  /**
   * Width of a head. Defaults to that of `rotary`, else the last axis of a
   * `q` with three; otherwise required.
   */
  headDim: {
    ...count,
    optional: true,
  },
  /** Width of a value. Defaults to what the length of `v` gives. */
  valueDim: {
    ...count,
    optional: true,
  },
  /** Turns q and k. Without it position does not enter. */
  rotary: {
    kind: 'handle',
    of: 'rope',
    optional: true,
  },
  /**
   * Factor of the scores. Defaults to `rotary.softmaxScale`, else
   * 1/√headDim.
   */
  scale: {
    kind: 'number',
    optional: true,
  },
  /**
   * Whether a query sees only keys at its own position or before. Defaults
   * to `false`.
   */
  causal: {
    kind: 'boolean',
    default: false,
  },
  /** Position of the first key. Defaults to 0. */
  keyStart: { ...coordinate, default: 0 },
  /**
   * Position of the first query. Defaults to that which makes the last query
   * stand beside the last key.
   */
  queryStart: {
    ...coordinate,
    optional: true,
  },
  /** Positions of the keys one by one. Instead of `keyStart`. */
  keyPositions: {
    kind: 'positions',
    optional: true,
  },
  /** Positions of the queries one by one. Instead of `queryStart`. */
  queryPositions: {
    kind: 'positions',
    optional: true,
  },
} as const satisfies Parameters;

/** The options of well-known models and programs. */
export const attentionPresets = {
  'Llama 2 7B': { heads: 32, headDim: 128, causal: true },
  'Llama 3 8B': { heads: 32, keyHeads: 8, headDim: 128, causal: true },
  'BERT base': { heads: 12, headDim: 64 },
} as const satisfies Presets;

export const attentionDescription = {
  title: 'Attention',
  summary:
    'Scores and weights of queries against keys, with rotation and causal ' +
    'mask, each readable on its own.',
  goodAt: 'Looking at what an encoding does to scores and weights.',
  badAt: 'Running models: it is no fast kernel for inference.',
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
    'q and k are given before rotation when `rotary` is; keys of a cache are ' +
      'usually rotated already.',
    'Causal is by position, not by index: with `keyStart` 0 and one query, ' +
      'the query stands at the last key.',
    'Without any position, reordering the keys reorders the weights and ' +
      'changes nothing else.',
  ],
} as const satisfies Description;
