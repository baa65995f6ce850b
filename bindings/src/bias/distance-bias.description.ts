/** Biases by the absolute differences of cells: parameters and description. */

import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { tableSeed } from '../terms/head-table.js';
import { gridScheme } from '../terms/schemes.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `distanceBias`, in the order in which they are read. */
export const distanceBiasOwn = {
  /**
   * Number of heads. Defaults to that of `table` if it is a tensor; otherwise
   * required.
   */
  heads: axisLength,
  /** Number of rows and columns of the grid. Required. */
  grid: gridScheme.grid,
  /**
   * Bias of each absolute difference and head, [H·W, heads] row-major for a grid
   * H × W. Defaults to a table drawn from `seed`.
   */
  table: { kind: 'floats', axes: ['cells', 'heads'], optional: true },
  /**
   * Seed of the drawn table, which is the same in every engine. Defaults to 0.
   */
  seed: tableSeed,
  /** Factor of all values. Defaults to 1. */
  biasScale: { kind: 'number', default: 1 },
} as const satisfies Parameters;

export const distanceBiasParameters = {
  ...distanceBiasOwn,
  ...sharedParameters,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const distanceBiasPresets = {
  'LeViT 128S, first stage': { heads: 4, grid: [14, 14] },
} as const satisfies Presets;

export const distanceBiasDescription = {
  title: 'Bias of absolute differences of cells',
  family: 'bias',
  summary:
    'A learned bias for each head and each absolute difference of the rows and ' +
    'columns of two cells, as in LeViT.',
  goodAt:
    'Images in which left and right, up and down are alike: a quarter of the ' +
    'numbers of `gridBias`.',
  badAt: 'Telling on which side of a cell another one lies.',
  formula: {
    text: 'b[h, i, j] = table[|y_i - y_j|·W + |x_i - x_j|, h]',
    latex: 'b_{hij} = T_{|y_i - y_j|\\,W + |x_i - x_j|,\\; h}',
  },
  paper: {
    title:
      'LeViT: a Vision Transformer in ConvNet’s Clothing for Faster Inference',
    authors: 'Graham et al.',
    year: 2021,
    arxiv: '2104.01136',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy: 'the entries of the table, multiplied and rounded once',
  example: { heads: 4, grid: [7, 7] },
  pitfalls: [
    'Checkpoints of LeViT hold the table with heads as the first axis; transpose ' +
      'it.',
    'A layer of LeViT that halves the image has fewer queries than keys: give ' +
      '`queryPositions` the tokens of every second cell of every second row.',
  ],
} as const satisfies Description;
