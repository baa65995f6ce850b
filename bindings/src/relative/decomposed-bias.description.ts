/** Decomposed relative positions of images: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';

const lengths = {
  kind: 'integers',
  min: 1,
  max: 2 ** 14,
  least: 2,
  most: 2,
} as const;

/** The own options of `decomposedBias`, in the order in which they are read. */
export const decomposedBiasOwn = {
  /** Rows and columns of the cells of the queries, such as [14, 14]. Required. */
  grid: lengths,
  /**
   * Rows and columns of the cells of the keys. With it, positions are counted
   * from the first token of each grid by default. Defaults to `grid`.
   */
  keyGrid: { ...lengths, optional: true },
  /**
   * A vector for each distance of rows, query minus key, [2 n - 1, headDim] for
   * the larger number n of rows of both grids. A table of another length is
   * resampled linearly. All heads share it. Required.
   */
  rowTable: { kind: 'floats', axes: ['distances', 'headDim'] },
  /** As many vectors for the distances of columns. Required. */
  columnTable: { kind: 'floats', axes: ['distances', 'headDim'] },
  /**
   * Number of tokens before the cells, such as a class token. They have no
   * scores. Defaults to 0.
   */
  prefix: {
    kind: 'number',
    integer: true,
    min: 0,
    max: 2 ** 20,
    default: 0,
  },
  /**
   * Whether the terms are multiplied by the scale of the scores. SAM and ViTDet
   * do not. Defaults to false.
   */
  scaled: { kind: 'boolean', default: false },
} as const satisfies Parameters;

export const decomposedBiasParameters = {
  ...decomposedBiasOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const decomposedBiasDescription = {
  title: 'Decomposed relative positions of images',
  family: 'relative',
  summary:
    'Adds two products of the query to each score: with a vector for the ' +
    'distance of rows, and with one for the distance of columns.',
  goodAt:
    'Large grids: two short tables instead of one with a row for each pair of ' +
    'distances.',
  badAt:
    'What depends on both distances at once, such as diagonals: the two ' +
    'products are only added.',
  formula: {
    text:
      's[h, i, j] = q_i·rowTable[y_i - y_j + H - 1] + ' +
      'q_i·columnTable[x_i - x_j + W - 1]',
    latex:
      's_{ij} = q_i \\cdot R^{h}_{y_i - y_j} + q_i \\cdot R^{w}_{x_i - x_j}',
  },
  paper: {
    title:
      'MViTv2: Improved Multiscale Vision Transformers for Classification and ' +
      'Detection',
    authors: 'Li et al.',
    year: 2022,
    arxiv: '2112.01526',
  },
  result:
    'Tensor [heads, queries, keys], or one for rows and one for columns by name',
  accuracy: '≤ (headDim + 2) 2^-24 Σ |q_c t_c| for each term',
  example: {
    q: [[[1, 0]], [[0.5, 1]], [[-1, 0.5]], [[0, 1]]],
    heads: 1,
    headDim: 2,
    grid: [2, 2],
    rowTable: [
      [0.5, 0],
      [1, 0.5],
      [0, 1],
    ],
    columnTable: [
      [0.5, -0.5],
      [0, 1],
      [1, 0],
    ],
  },
  pitfalls: [
    'SAM multiplies the queries before their division by √headDim: the terms are not scaled, unlike the product with the keys.',
    'Coordinates are stretched to the larger grid if queries and keys are pooled differently, as in MViTv2.',
  ],
} as const satisfies Description;
