/** Shaw's relative positions: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';

const distance = {
  kind: 'number',
  integer: true,
  min: 0,
  max: 2 ** 28,
  optional: true,
} as const;

/** The own options of `shaw`, in the order in which they are read. */
export const shawOwn = {
  /**
   * A vector for each distance, [left + right + 1, headDim], from the farthest
   * key before the query to the farthest behind it; [heads, left + right + 1,
   * headDim] if each head has its own. Required unless `source` is `sinusoidal`.
   */
  keyTable: {
    kind: 'floats',
    axes: [
      ['left + right + 1', 'headDim'],
      ['heads', 'left + right + 1', 'headDim'],
    ],
    optional: true,
  },
  /**
   * As many vectors that are added to the values, as wide as a value. Used
   * inside attention only. Optional.
   */
  valueTable: {
    kind: 'floats',
    axes: [
      ['left + right + 1', 'valueDim'],
      ['heads', 'left + right + 1', 'valueDim'],
    ],
    optional: true,
  },
  /**
   * Whether `keyTable` is added to the values, too, as in OpenNMT. Defaults to
   * false.
   */
  sharedTable: { kind: 'boolean', default: false },
  /**
   * The farthest distance of a key before the query that has a vector of its
   * own. Defaults to what `right` leaves of the table, or to half of it.
   */
  left: distance,
  /**
   * The farthest distance of a key behind the query that has a vector of its
   * own. Defaults to what `left` leaves of the table.
   */
  right: distance,
  /**
   * What farther keys get: `clip` the vector of the nearest distance, `zero`
   * nothing, as in Music Transformer. Defaults to `'clip'`.
   */
  beyond: { kind: 'choice', choices: ['clip', 'zero'], default: 'clip' },
  /**
   * Whether the rows of the tables count down, from the farthest key behind the
   * query to the farthest before it, as in programs that count query minus key.
   * Defaults to false.
   */
  reversed: { kind: 'boolean', default: false },
  /**
   * Where the vectors come from: `table`, that is `keyTable` and `valueTable`,
   * or `sinusoidal`, where row n of the table is sines and cosines in turn of
   * n · 10000^(-2c/headDim), which nothing has to be learned for, as in NEZHA.
   * Those need `left` and `right`, and `sharedTable` adds them to the values,
   * too. Defaults to `'table'`.
   */
  source: {
    kind: 'choice',
    choices: ['table', 'sinusoidal'],
    default: 'table',
  },
} as const satisfies Parameters;

export const shawParameters = {
  ...shawOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const shawDescription = {
  title: 'Relative positions of Shaw',
  family: 'relative',
  summary:
    'Adds a learned vector for the distance to each key, and to each value.',
  goodAt:
    'Distances up to the clipping distance, learned freely and seen by the content of the query.',
  badAt:
    'Telling far distances apart: beyond the clipping distance all have one vector.',
  formula: {
    text:
      's[h, i, j] = scale·q_i·(k_j + a_r), a_r = keyTable[clip(j - i, -left, right) + left]; ' +
      'output_i = Σ_j w_ij (v_j + valueTable[…])',
    latex:
      's_{ij} = \\frac{q_i \\cdot (k_j + a^K_{\\mathrm{clip}(j-i)})}{\\sqrt{d}},\\quad ' +
      'z_i = \\sum_j w_{ij}\\,(v_j + a^V_{\\mathrm{clip}(j-i)})',
  },
  paper: {
    title: 'Self-Attention with Relative Position Representations',
    authors: 'Shaw et al.',
    year: 2018,
    arxiv: '1803.02155',
  },
  result:
    'Tensor [heads, queries, keys], or one for each term by name; inside attention also a term of the values',
  accuracy: '≤ (headDim + 2) 2^-24 scale Σ |q_c a_c|',
  example: {
    q: [
      [[1, 0, 0.5, -1]],
      [[0.5, 1, 0, 0.5]],
      [[-1, 0.5, 1, 0]],
      [[0, -0.5, 1, 1]],
    ],
    heads: 1,
    headDim: 4,
    keyTable: [
      [0.5, 0, -0.5, 1],
      [1, 0.5, 0, -1],
      [0, 1, 0.5, 0.5],
    ],
    left: 1,
    right: 1,
  },
  pitfalls: [
    'tensor2tensor does not divide the scores by √headDim: its caller scales the queries.',
    'Music Transformer gives keys beyond its table no vector: `beyond: "zero"`; its masked form has `right: 0`.',
    'SpeechT5 and Granite Speech count query minus key: give `reversed: true`, with `left` one less than `right` for SpeechT5.',
    'A table for each head is recognised by its three axes; a flat array is one that heads share unless `left` and `right` are given.',
  ],
} as const satisfies Description;
