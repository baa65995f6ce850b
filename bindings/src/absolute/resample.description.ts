/** Resampled tables: all that is known about the method. */

import { rowsParameter, tableResult } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { prefix, seed, tableDim } from './learned-parameters.js';

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
   * Width D of a row. Defaults to that of a `table` given as a tensor;
   * otherwise required.
   */
  dim: tableDim,
  /**
   * The table, [prefix + cells of `from`, dim] row-major. Defaults to one
   * drawn from `seed`.
   */
  table: {
    kind: 'floats',
    optional: true,
  },
  /**
   * Lengths of the axes of the table's grid: [rows, columns], or one, or
   * three. Required.
   */
  from: {
    ...lengths,
  },
  /** Lengths of the axes of the new grid, as many. Required. */
  to: { ...lengths },
  /** Whose way: sets the options below. Optional. */
  preset: {
    kind: 'choice',
    choices: ['timm', 'mae'],
    optional: true,
  },
  /**
   * Kernel along each axis: `cubic` makes it bicubic of two, `linear`
   * bilinear. Defaults to `'cubic'`.
   */
  mode: {
    kind: 'choice',
    choices: ['linear', 'cubic'],
    default: 'cubic',
  },
  /**
   * Whether the kernel grows as the grid shrinks, so that every row counts;
   * cubic then has the slope -0.5 and not -0.75. Defaults to `true`.
   */
  antialias: {
    kind: 'boolean',
    default: true,
  },
  /**
   * Rows in front that are kept once, as they are: class tokens, padding.
   * Defaults to 0.
   */
  prefix,
  /**
   * Which table is drawn if none is given: the same one everywhere. Defaults
   * to 0.
   */
  seed,
  ...tableResult,
} as const satisfies Parameters;

/** The options of well-known models and programs. */
export const resamplePresets = {
  timm: { mode: 'cubic', antialias: true, prefix: 1 },
  mae: { mode: 'cubic', antialias: false, prefix: 1 },
} as const satisfies Presets;

export const resampleDescription = {
  title: 'Resampled learned table',
  family: 'table',
  summary:
    'A learned table for another length, or for a grid of another size, by ' +
    'interpolation, as timm and MAE do it.',
  goodAt:
    'Vision transformers at another resolution: patches keep their places in ' +
    'the image.',
  badAt:
    'Text, where positions are not places in a picture of fixed size; ' +
    'shrinking without antialiasing skips rows.',
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
  accuracy: '0.51 ulp of float32 of the largest term; the prefix is copied',
  example: { from: [8, 8], to: [16, 16], dim: 64 },
  pitfalls: [
    'Cubic kernels differ: PyTorch takes the slope -0.75, and -0.5 only with ' +
      'antialiasing, as PIL always does.',
    'MAE resamples without antialiasing, timm with it: shrunk tables differ.',
    'The class token is not a cell of the grid: `prefix: 1`.',
    'Resampled 2-D tables are [rows, columns]: a wide image is from [14, 14] ' +
      'to [14, 28].',
  ],
} as const satisfies Description;
