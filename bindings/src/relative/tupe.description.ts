/** TUPE: parameters and description. */

import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';

/** The own options of `tupe`, in the order in which they are read. */
export const tupeOwn = {
  /**
   * A vector for each position, [rows, dim] row-major. With a class token, row
   * 0 is for what it asks of others, row 1 for what others ask of it, and token
   * t has row t + 1. Required.
   */
  table: { kind: 'floats', axes: ['rows', 'dim'] },
  /**
   * Weight that makes queries from the rows of the table, [heads · headDim,
   * dim]. Required.
   */
  queryWeight: { kind: 'floats', axes: ['heads · headDim', 'dim'] },
  /**
   * Weight that makes keys from the rows of the table, [heads · headDim, dim].
   * Required.
   */
  keyWeight: { kind: 'floats', axes: ['heads · headDim', 'dim'] },
  /** Added to those queries, [heads · headDim]. Optional. */
  queryBias: { kind: 'floats', axes: ['heads · headDim'], optional: true },
  /** Added to those keys, [heads · headDim]. Optional. */
  keyBias: { kind: 'floats', axes: ['heads · headDim'], optional: true },
  /**
   * Whether each row of the table is normalised first, to mean 0 and variance
   * 1. Defaults to `true`.
   */
  normalised: { kind: 'boolean', default: true },
  /** Factors of the normalised columns, [dim]. Defaults to ones. */
  normWeight: { kind: 'floats', axes: ['dim'], optional: true },
  /** Added to the normalised columns, [dim]. Defaults to zeros. */
  normBias: { kind: 'floats', axes: ['dim'], optional: true },
  /** Added to the variance of a row. Defaults to 0.00001. */
  normEpsilon: { kind: 'number', min: 0, max: 1, default: 1e-5 },
  /**
   * Whether position 0 is a class token, whose scores are untied from positions.
   * Defaults to `true`.
   */
  classToken: { kind: 'boolean', default: true },
  /**
   * Biases by the bucket of the distance, [buckets, heads]; with a class token
   * [buckets + 1, heads], whose last row is for what others ask of it. Without
   * them the method is TUPE-A, with them TUPE-R. Optional.
   */
  relativeTable: { kind: 'floats', axes: ['rows', 'heads'], optional: true },
  /**
   * Number of buckets, half of them for keys behind the query. A
   * `relativeTable` that is a tensor says it itself. Defaults to 32.
   */
  buckets: {
    kind: 'number',
    integer: true,
    min: 4,
    max: WIDEST,
    default: 32,
  },
  /** Distance from which on all share the last bucket. Defaults to 128. */
  maxDistance: {
    kind: 'number',
    integer: true,
    min: 2,
    max: 2 ** 31,
    default: 128,
  },
} as const satisfies Parameters;

export const tupeParameters = {
  ...tupeOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const tupeDescription = {
  title: 'TUPE',
  family: 'relative',
  summary:
    'Multiplies positions by positions with projections of their own, apart ' +
    'from the content, and frees the class token from positions.',
  goodAt:
    'Encoders with a class token; the term needs no content, so that all ' +
    'layers can share one map.',
  badAt: 'Texts longer than the table, and texts without a class token.',
  formula: [
    {
      text: 'positions[h, i, j] = scale · (U^Q p_i)·(U^K p_j)',
      latex: 'c_{hij} = \\lambda\\,(U^Q_h\\, p_i) \\cdot (U^K_h\\, p_j)',
    },
    {
      text: 'buckets[h, i, j] = relativeTable[bucket(j - i), h]',
      latex: 'b_{hij} = B_{\\beta(j - i),\\, h}',
    },
    {
      text: 'p = rows of the table, normalised',
      latex: 'p_i = \\mathrm{LayerNorm}(P_{i})',
    },
  ],
  paper: {
    title: 'Rethinking Positional Encoding in Language Pre-training',
    authors: 'Ke et al.',
    year: 2021,
    arxiv: '2006.15595',
  },
  result:
    'Tensor [heads, queries, keys]; with `terms` an object of `positions` ' +
    'and, with a relative table, `buckets`',
  accuracy: 'products in float32; buckets exact, biases not rounded',
  example: {
    heads: 1,
    headDim: 4,
    queries: 4,
    table: [
      [1, 0, 0.5, -1],
      [0.5, 1, 0, 0.5],
      [-1, 0.5, 1, 0],
      [0, -0.5, 1, 1],
      [0.5, 0.5, -1, 0],
    ],
    queryWeight: [
      [0.5, -0.25, 0, 1],
      [0, 0.5, -1, 0.25],
      [1, 0, 0.5, -0.5],
      [-0.25, 1, 0, 0.5],
    ],
    keyWeight: [
      [0, 1, -0.5, 0.25],
      [0.5, 0, 1, 0],
      [-1, 0.25, 0, 0.5],
      [0.5, 0.5, 0, 1],
    ],
  },
  pitfalls: [
    'Content and positions share the scale 1/√(2·headDim), which attention ' +
      'takes by default with this method; the buckets are added unscaled.',
    'With a class token, token 0 is the class token itself: the table needs ' +
      'a row more than there are tokens, and row 1 serves both token 0 and ' +
      'the scores of others for the class token.',
    'The class token gets bucket buckets/2, which no distance has.',
  ],
} as const satisfies Description;
