/** Resampled tables: parameters and description. */

import { axisLength, rowsParameter, tableResult } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { prefix, seed } from './learned-parameters.js';

const lengths = {
  kind: 'integers',
  min: 1,
  max: 2 ** 32,
  least: 1,
  most: 3,
} as const;

/** The options of `resample`, in the order in which they are read. */
export const resampleParameters = {
  ...rowsParameter,
  /**
   * Width D of a row. Defaults to the width of `table` if that is a tensor;
   * otherwise required.
   */
  dim: axisLength,
  /**
   * The table, [prefix + cells of `from`, dim] row-major. Defaults to a table
   * drawn from `seed`.
   */
  table: { kind: 'floats', axes: ['rows', 'dim'], optional: true },
  /**
   * Lengths of the axes of the table's grid: [rows, columns], or one or three
   * lengths. Required.
   */
  from: {
    ...lengths,
  },
  /** Lengths of the axes of the new grid, as many as in `from`. Required. */
  to: { ...lengths },
  /**
   * Program whose way of resampling is followed: sets the options below.
   * Optional.
   */
  preset: {
    kind: 'choice',
    choices: ['timm', 'mae'],
    optional: true,
  },
  /**
   * Kernel along each axis: on two axes, `cubic` is bicubic and `linear`
   * bilinear. Defaults to `'cubic'`.
   */
  mode: {
    kind: 'choice',
    choices: ['linear', 'cubic'],
    default: 'cubic',
  },
  /**
   * Whether the kernel grows when the grid shrinks, so that every row counts;
   * the slope of the cubic kernel is then -0.5 instead of -0.75. Defaults to
   * `true`.
   */
  antialias: {
    kind: 'boolean',
    default: true,
  },
  /**
   * Whether the first and last cells of both grids lie on each other, as in the
   * vision tower of Qwen3-VL; needs `antialias: false`. Otherwise both grids
   * have the same edges. Defaults to `false`.
   */
  alignCorners: {
    kind: 'boolean',
    default: false,
  },
  /**
   * Number of leading rows that are copied unchanged, such as class tokens or
   * padding. Defaults to 0.
   */
  prefix,
  /**
   * Seed of the drawn table, which is the same in every engine. Defaults to 0.
   */
  seed,
  ...tableResult,
} as const satisfies Parameters;

/** The option values of well-known models and programs. */
export const resamplePresets = {
  timm: { mode: 'cubic', antialias: true, prefix: 1 },
  mae: { mode: 'cubic', antialias: false, prefix: 1 },
} as const satisfies Presets;

export const resampleDescription = {
  title: 'Resampled learned table',
  family: 'table',
  summary:
    'Interpolates a learned table for another length, or for a grid of ' +
    'another size, as timm and MAE do.',
  goodAt:
    'Vision transformers at another resolution: patches keep their places in ' +
    'the image.',
  badAt:
    'Text, where a position is not a fraction of a fixed size; shrinking ' +
    'without antialiasing, which skips rows.',
  formula: [
    {
      text:
        'PE[i, j] = Σ w_i(a) w_j(b) table[a, b], w the kernel around the ' +
        'centre (i + 1/2) · from/to - 1/2',
      latex:
        '\\mathrm{PE}_{ij} = \\sum_{a,b} w_i(a)\\, w_j(b)\\, T_{ab},\\quad ' +
        'w_i(a) \\propto \\kappa\\left((i + \\tfrac12)' +
        '\\,\\tfrac{h_{\\mathrm{from}}}{h_{\\mathrm{to}}}' +
        ' - \\tfrac12 - a\\right)',
    },
    {
      when: { alignCorners: true },
      text: 'the centre is i · (from - 1)/(to - 1)',
      latex:
        'w_i(a) \\propto \\kappa\\left(i\\,\\frac{h_{\\mathrm{from}} - 1}' +
        '{h_{\\mathrm{to}} - 1} - a\\right)',
    },
    {
      when: { mode: 'linear' },
      text: 'the kernel at t is max(1 - |t|, 0)',
      latex: '\\kappa(t) = \\max(1 - |t|, 0)',
    },
  ],
  paper: {
    title:
      'An Image is Worth 16x16 Words: Transformers for Image Recognition at ' +
      'Scale',
    authors: 'Dosovitskiy et al.',
    year: 2021,
    arxiv: '2010.11929',
  },
  result: 'Tensor [prefix + cells of `to`, dim]',
  accuracy:
    'within 0.51 ulp of float32 of the largest term; the prefix is copied',
  example: { from: [8, 8], to: [16, 16], dim: 64 },
  pitfalls: [
    'Cubic kernels differ: PyTorch uses the slope -0.75, or -0.5 with ' +
      'antialiasing; PIL always uses -0.5.',
    'MAE resamples without antialiasing, timm with it. Their results differ ' +
      'most when the grid shrinks, but also when it grows: the slope of the ' +
      'cubic kernel is another one at every size.',
    'Qwen3-VL aligns the corners of its table, and reads the cells block by ' +
      'block of the patches that it merges: the rows here go through the new ' +
      'grid row by row.',
    'A class token is not a cell of the grid: give `prefix: 1`.',
    'Grids are [rows, columns]: a table for an image twice as wide goes from ' +
      '[14, 14] to [14, 28].',
  ],
} as const satisfies Description;
