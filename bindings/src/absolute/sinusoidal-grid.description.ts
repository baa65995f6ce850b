/** Sinusoidal encodings of grids: parameters and description. */

import { coordinate } from '../arrays/positions.js';
import {
  LARGEST_BASE,
  precision,
  rowsParameter,
  tableResult,
  WIDEST,
} from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';

/** Most axes of a grid. */
export const MOST_AXES = 3;

/** The options of `sinusoidalGrid`, in the order in which they are read. */
export const sinusoidalGridParameters = {
  /**
   * Lengths of the axes, slowest first: `[height, width]`. Required unless
   * `coordinates` is given.
   */
  grid: {
    kind: 'integers',
    min: 1,
    max: 2 ** 31,
    least: 1,
    most: MOST_AXES,
    optional: true,
  },
  /**
   * Coordinates of cells at any places, all coordinates of one cell before
   * those of the next. Given instead of `grid`. Optional.
   */
  coordinates: {
    kind: 'numbers',
    min: coordinate.min,
    max: coordinate.max,
    optional: true,
  },
  /** Number of coordinates of a cell. Defaults to 2. */
  axes: {
    kind: 'number',
    integer: true,
    min: 1,
    max: MOST_AXES,
    default: 2,
  },
  /** Width D of a row, which all axes share. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 2,
    max: WIDEST,
  },
  /**
   * Model or program whose form the table takes: sets the options below.
   * Optional.
   */
  preset: {
    kind: 'choice',
    choices: [
      'mae',
      'timm',
      'timm-interleaved',
      'detr',
      'multidim',
      'tensor2tensor',
      'fourier',
      'fourier-pixels',
    ],
    optional: true,
  },
  /** Base of the frequencies. Defaults to 10000. */
  base: {
    kind: 'number',
    min: 1,
    max: LARGEST_BASE,
    default: 10000,
  },
  /**
   * Order of the columns: `interleaved` (sin, cos, sin, cos, …) or `blocks`
   * (sines, then cosines) within each axis, or `waves`: the sines of all
   * axes, then their cosines. Defaults to `'blocks'`.
   */
  layout: {
    kind: 'choice',
    choices: ['interleaved', 'blocks', 'waves'],
    default: 'blocks',
  },
  /**
   * Whether the first columns belong to the last axis, as in MAE. Defaults to
   * `false`.
   */
  lastAxisFirst: {
    kind: 'boolean',
    default: false,
  },
  /**
   * Number of columns of each axis, even, in the order of the axes, as CogVideoX
   * gives a quarter to the time. Defaults to an even share.
   */
  widths: {
    kind: 'integers',
    min: 2,
    max: WIDEST,
    least: 1,
    most: MOST_AXES,
    optional: true,
  },
  /**
   * The axes in the order of their columns: [0, 2, 1] is that of CogVideoX.
   * Given instead of `lastAxisFirst`. Optional.
   */
  order: {
    kind: 'integers',
    min: 0,
    max: MOST_AXES - 1,
    least: 1,
    most: MOST_AXES,
    optional: true,
  },
  /**
   * What happens if the axes cannot share `dim` evenly: `exact` is an error;
   * `up` rounds their widths up and cuts the row off; `down` rounds them down
   * and leaves zeros at the end of the row. Defaults to `'exact'`.
   */
  share: {
    kind: 'choice',
    choices: ['exact', 'up', 'down'],
    default: 'exact',
  },
  /**
   * Spacing of the frequencies: `geometric` is base^(-k / (w/2 - shift)) for
   * pair k of an axis of width w; `linear` and `octaves` go from π to π ·
   * maxResolution / 2, in equal steps or equal ratios. Defaults to
   * `'geometric'`.
   */
  bands: {
    kind: 'choice',
    choices: ['geometric', 'linear', 'octaves'],
    default: 'geometric',
  },
  /**
   * With 1 the last geometric frequency is 1/base, with 0 it is one step above
   * that. Defaults to 0.
   */
  shift: {
    kind: 'number',
    min: 0,
    max: WIDEST,
    default: 0,
  },
  /** Resolution that `linear` and `octaves` reach. Defaults to 224. */
  maxResolution: {
    kind: 'number',
    min: 2,
    max: 2 ** 20,
    default: 224,
  },
  /** First coordinate of every axis. Defaults to 0. */
  start: {
    ...coordinate,
    default: 0,
  },
  /**
   * How coordinates are normalised: `none` leaves them as they are; `last`
   * divides by the last one plus 10^-6 and multiplies by 2π, as DETR does;
   * `symmetric` spreads them from -1 to 1. Defaults to `'none'`.
   */
  normalise: {
    kind: 'choice',
    choices: ['none', 'last', 'symmetric'],
    default: 'none',
  },
  /**
   * Number added to coordinates before they are normalised; -0.5 in Deformable
   * DETR. Defaults to 0.
   */
  offset: {
    ...coordinate,
    default: 0,
  },
  /**
   * What the coordinates of each axis are divided by, before anything else: how
   * many cells stand where one stood in the training. Defaults to 1 for each.
   */
  divisors: {
    kind: 'numbers',
    min: 2 ** -20,
    max: 2 ** 20,
    least: 1,
    most: MOST_AXES,
    optional: true,
  },
  /**
   * For each cell 1 or true if it does not count, such as padding, else 0 or false. With a mask,
   * coordinates go up along each axis only at cells that count. The masks of
   * several images, as `[batch, …grid]` or one after the other in a flat list,
   * give the rows of each image, one image after the other. Optional.
   */
  mask: {
    kind: 'indices',
    axes: [['…grid'], ['batch', '…grid']],
    shaped: true,
    flags: true,
    optional: true,
  },
  /**
   * Whether the columns of each axis begin with the coordinate itself. Defaults
   * to `false`.
   */
  includeCoordinates: {
    kind: 'boolean',
    default: false,
  },
  /**
   * Number of rows of zeros before the cells of each image, for class tokens.
   * Defaults to 0.
   */
  classTokens: {
    kind: 'number',
    integer: true,
    min: 0,
    max: WIDEST,
    default: 0,
  },
  /**
   * Which computation the numbers agree with: `exact` is the real formula,
   * `torch` float32 frameworks, `ggml` the stepwise product of ggml. Defaults
   * to `'exact'`.
   */
  precision,
  ...rowsParameter,
  ...tableResult,
} as const satisfies Parameters;

/** The option values of well-known models and programs. */
export const sinusoidalGridPresets = {
  mae: { layout: 'blocks', lastAxisFirst: true },
  timm: { layout: 'waves' },
  'timm-interleaved': { layout: 'blocks' },
  detr: { layout: 'interleaved', start: 1, normalise: 'last' },
  multidim: { layout: 'interleaved', share: 'up' },
  tensor2tensor: { layout: 'blocks', shift: 1, share: 'down' },
  fourier: { layout: 'blocks', includeCoordinates: true, share: 'down' },
  'fourier-pixels': {
    layout: 'blocks',
    bands: 'octaves',
    normalise: 'symmetric',
    includeCoordinates: true,
    share: 'down',
  },
} as const satisfies Presets;

export const sinusoidalGridDescription = {
  title: 'Sinusoidal grid',
  family: 'table',
  summary:
    'A sinusoidal table for the cells of a line, an image or a volume: each ' +
    'axis has columns of its own.',
  goodAt:
    'Images and videos of any size without training; the dot product of two ' +
    'cells depends on their distances along the axes.',
  badAt:
    'Each axis has only a fraction of the columns, and distances along ' +
    'diagonals are represented less well than those along the axes.',
  formula: [
    {
      text:
        'PE[c, axis a, pair k] = sin, cos of x_a(c) · w_k, x_a the coordinate ' +
        'of cell c on axis a',
      latex:
        '\\mathrm{PE}_{c,(a,k)} = \\left(\\sin x_a(c)\\,\\omega_k,\\; ' +
        '\\cos x_a(c)\\,\\omega_k\\right)',
    },
    {
      when: { bands: 'geometric', shift: 0 },
      usual: true,
      text: 'w_k = base^(-2k/d_a), d_a the width of axis a',
      latex: '\\omega_k = b^{-2k/d_a}',
    },
    {
      when: { bands: 'geometric', shift: { not: 0 } },
      text: 'w_k = base^(-k/(d_a/2 - shift)), d_a the width of axis a',
      latex: '\\omega_k = b^{-k/(d_a/2-s)}',
    },
    {
      when: { bands: 'linear' },
      text:
        'w_k = π · (1 + k·(R/2 - 1)/(K-1)), R the maxResolution, K the pairs ' +
        'of an axis',
      latex: '\\omega_k = \\pi\\left(1 + k\\,\\tfrac{R/2 - 1}{K - 1}\\right)',
    },
    {
      when: { bands: 'octaves' },
      text: 'w_k = π · (R/2)^(k/(K-1)), R the maxResolution, K the pairs of an axis',
      latex: '\\omega_k = \\pi\\,(R/2)^{k/(K-1)}',
    },
  ],
  paper: {
    title: 'Masked Autoencoders Are Scalable Vision Learners',
    authors: 'He et al.',
    year: 2022,
    arxiv: '2111.06377',
  },
  result: 'Tensor [images · (classTokens + cells), dim]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp, float64: ≤ 1 ulp, of the ' +
    'formula at the float64 coordinates, as sinusoidal',
  example: { grid: [14, 14], dim: 96 },
  pitfalls: [
    'MAE gives the first half of the columns to the horizontal axis, though ' +
      'its code calls that half the height: `lastAxisFirst`.',
    'By default, timm puts all sines before all cosines; the order that it ' +
      'calls interleaved is the sines, then the cosines, of each axis.',
    'DETR counts from 1, and its result has the shape [channels, height, ' +
      'width]: the table of this method is the transpose of that.',
    'If coordinates are normalised, a table of 14 by 14 cells is not a part ' +
      'of the table of 16 by 16 cells.',
  ],
} as const satisfies Description;
