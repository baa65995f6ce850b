/** The disentangled attention of DeBERTa: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';

const weights = { kind: 'floats', optional: true } as const;

/** The own options of `deberta`, in the order in which they are read. */
export const debertaOwn = {
  /**
   * A vector for each distance, [2 span, dim], or with `buckets` [2 buckets,
   * dim], which all layers share. Required.
   */
  table: { kind: 'floats', axes: ['rows', 'dim'] },
  /**
   * Weight of the projection of the table to keys, [heads · headDim, dim].
   * Where a model shares it with the content (`share_att_key`), that of its
   * keys. Required for `c2p` and `p2p`.
   */
  keyWeight: { ...weights, axes: ['heads · headDim', 'dim'] },
  /** Bias of this projection, [heads · headDim]. Optional. */
  keyBias: { ...weights, axes: ['heads · headDim'] },
  /**
   * Weight of the projection of the table to queries, [heads · headDim, dim].
   * Required for `p2c` and `p2p`.
   */
  queryWeight: { ...weights, axes: ['heads · headDim', 'dim'] },
  /** Bias of this projection, [heads · headDim]. Optional. */
  queryBias: { ...weights, axes: ['heads · headDim'] },
  /**
   * Whether queries are multiplied by the projected keys of positions. Defaults
   * to true.
   */
  c2p: { kind: 'boolean', default: true },
  /**
   * Whether keys are multiplied by the projected queries of positions. Defaults
   * to true.
   */
  p2c: { kind: 'boolean', default: true },
  /**
   * Whether projected queries are multiplied by projected keys of positions.
   * Defaults to false.
   */
  p2p: { kind: 'boolean', default: false },
  /**
   * Which distance projected queries of positions are looked up at, in `p2c` and
   * `p2p`: `code` that of query minus key, as all programs do, `paper` that of
   * key minus query, as the paper writes. Defaults to `'code'`.
   */
  sign: { kind: 'choice', choices: ['code', 'paper'], default: 'code' },
  /**
   * Number of buckets of either sign, in which far distances are collected, as
   * in versions 2 and 3. Defaults to none: a row for each distance.
   */
  buckets: {
    kind: 'number',
    integer: true,
    min: 4,
    max: 2 ** 20,
    optional: true,
  },
  /**
   * Distance from which on all share the last bucket. Defaults to 512.
   */
  maxRelativePositions: {
    kind: 'number',
    integer: true,
    min: 4,
    max: 2 ** 28,
    default: 512,
  },
  /**
   * Whether the rows of the table are normalised before the projections.
   * Defaults to whether `normWeight` is given.
   */
  normalised: { kind: 'boolean', optional: true },
  /** Weight of this normalisation, [dim]. Defaults to ones. */
  normWeight: { ...weights, axes: ['dim'] },
  /** Bias of this normalisation, [dim]. Defaults to zeros. */
  normBias: { ...weights, axes: ['dim'] },
  /** What is added to the variances. Defaults to 1e-7. */
  normEpsilon: { kind: 'number', min: 0, max: 1, default: 1e-7 },
} as const satisfies Parameters;

export const debertaParameters = {
  ...debertaOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const debertaDescription = {
  title: 'Disentangled attention of DeBERTa',
  family: 'relative',
  summary:
    'Adds the products of content with position, and of position with ' +
    'content, where positions are projected vectors of distances.',
  goodAt:
    'Understanding text: queries and keys each say by their content which ' +
    'distances matter to them.',
  badAt:
    'Speed and memory: each term costs as much as the scores of the content.',
  formula: [
    {
      text:
        'c2p[h, i, j] = scale·q_i·K_δ, p2c[h, i, j] = scale·k_j·Q_δ, p2p[h, i, ' +
        'j] = scale·Q_δ·K_δ, K = table·keyWeightᵀ, Q = table·queryWeightᵀ',
      latex:
        's_{ij} = \\frac{Q^c_i \\cdot K^c_j + Q^c_i \\cdot K^r_{\\delta(i,j)} + ' +
        'K^c_j \\cdot Q^r_{\\delta(j,i)}}{\\sqrt{3d}}',
    },
    {
      text: 'δ = clip(i - j + span, 0, 2·span - 1)',
      latex: '\\delta(i,j) = \\mathrm{clip}(i - j + s,\\; 0,\\; 2s - 1)',
    },
  ],
  paper: {
    title: 'DeBERTa: Decoding-enhanced BERT with Disentangled Attention',
    authors: 'He et al.',
    year: 2020,
    arxiv: '2006.03654',
  },
  result: 'Tensor [heads, queries, keys], or one for each term by name',
  accuracy:
    '≤ (headDim + dim + 4) 2^-24 times the sum of the absolute products',
  example: {
    q: [[[1, 0]], [[0.5, 1]], [[-1, 0.5]]],
    k: [[[0.5, 1]], [[1, 0]], [[0, -1]]],
    heads: 1,
    headDim: 2,
    table: [
      [0.5, 0],
      [1, 0.5],
      [0, 1],
      [0.5, -1],
    ],
    keyWeight: [
      [1, 0],
      [0, 1],
    ],
    queryWeight: [
      [0, 1],
      [1, 0],
    ],
  },
  pitfalls: [
    'The scores are divided by √(headDim · (1 + number of terms)); inside attention this is the default.',
    'Paper and code differ in the sign of the distance of p2c; checkpoints need that of the code.',
    'Logarithmic buckets round up, where those of T5 round down.',
    'In version 1 a table longer than the text is read in its middle, which is the same as reading it whole.',
    'The p2p of the official code multiplies by the absolute position of the query; here it is that of the paper.',
  ],
} as const satisfies Description;
