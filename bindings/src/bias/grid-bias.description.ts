/** Biases of the cells of an image: parameters and description. */

import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { tableSeed } from '../terms/head-table.js';
import { gridScheme } from '../terms/schemes.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `gridBias`, in the order in which they are read. */
export const gridBiasOwn = {
  /**
   * Number of heads. Defaults to that of `table` if it is a tensor; otherwise
   * required.
   */
  heads: axisLength,
  /** Number of rows and columns of the grid. Required. */
  grid: gridScheme.grid,
  /**
   * Number of tokens before the cells, such as a class token. They have three
   * rows of the table, behind those of the differences. Defaults to 0.
   */
  prefix: gridScheme.prefix,
  /**
   * Bias of each difference and head, row-major: [(2H - 1)·(2W - 1), heads] of
   * the grid H × W, and three rows more if there is a `prefix`. Defaults to a
   * table drawn from `seed`.
   */
  table: { kind: 'floats', axes: ['differences', 'heads'], optional: true },
  /**
   * The grid for which `table` was made. Its differences are resampled if the
   * `grid` is another one. Defaults to `grid`.
   */
  tableGrid: { ...gridScheme.grid, optional: true },
  /**
   * Kernel of the resampling along each axis: `cubic` as in Swin and timm,
   * `linear` as in BEiT. Defaults to `'cubic'`.
   */
  mode: { kind: 'choice', choices: ['linear', 'cubic'], default: 'cubic' },
  /**
   * Seed of the drawn table, which is the same in every engine. Defaults to 0.
   */
  seed: tableSeed,
  /** Factor of all values. Defaults to 1. */
  biasScale: { kind: 'number', default: 1 },
} as const satisfies Parameters;

export const gridBiasParameters = {
  ...gridBiasOwn,
  ...sharedParameters,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const gridBiasPresets = {
  'Swin tiny, first stage': { heads: 3, grid: [7, 7] },
  'BEiT base': { heads: 12, grid: [14, 14], prefix: 1 },
} as const satisfies Presets;

export const gridBiasDescription = {
  title: 'Bias of the cells of an image',
  family: 'bias',
  summary:
    'A learned bias for each head and each difference of the rows and columns ' +
    'of two cells, as in Swin and BEiT.',
  goodAt: 'Windows of a known size, whose cells look at all others.',
  badAt:
    'Large grids: the table has nearly four numbers for each cell, and another ' +
    'size needs a resampled table.',
  formula: {
    text: 'b[h, i, j] = table[(y_i - y_j + H - 1)·(2W - 1) + x_i - x_j + W - 1, h]',
    latex:
      'b_{hij} = T_{(y_i - y_j + H - 1)(2W - 1) + x_i - x_j + W - 1,\\; h}',
  },
  paper: {
    title:
      'Swin Transformer: Hierarchical Vision Transformer using Shifted Windows',
    authors: 'Liu et al.',
    year: 2021,
    arxiv: '2103.14030',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'the entries of the table, multiplied and rounded once; resampled ones ≤ ' +
    '0.51 ulp of float32 of the largest term',
  example: { heads: 3, grid: [7, 7] },
  pitfalls: [
    'Positions are numbers of tokens: first those of the prefix, then the cells ' +
      'row by row.',
    'Differences are query minus key, unlike the distances of Shaw and T5.',
    'The three last rows of a table with a prefix are for prefix tokens that ' +
      'look at cells, for cells that look at prefix tokens, and for prefix ' +
      'tokens among each other, in this order.',
    'Programs resample such a table in different ways: Swin and timm by cubic, ' +
      'BEiT by linear interpolation, none of them with antialiasing.',
  ],
} as const satisfies Description;
