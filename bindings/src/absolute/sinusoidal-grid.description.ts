/** Sinusoidal encodings of grids: all that is known about the method. */

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
   * Coordinates of cells anywhere, those of a cell side by side. Instead of
   * `grid`.
   */
  coordinates: {
    kind: 'numbers',
    min: coordinate.min,
    max: coordinate.max,
    optional: true,
  },
  /** How many coordinates a cell has. Defaults to 2. */
  axes: {
    kind: 'number',
    integer: true,
    min: 1,
    max: MOST_AXES,
    default: 2,
  },
  /** Width D of a row, all axes together. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 2,
    max: WIDEST,
  },
  /** Whose form of the table: sets the options below. Optional. */
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
   * Whether the last axis has the first columns, as in MAE. Defaults to
   * `false`.
   */
  lastAxisFirst: {
    kind: 'boolean',
    default: false,
  },
  /**
   * Where the axes do not share `dim` evenly: `exact` refuses; `up` rounds
   * their widths up and cuts the row off; `down` leaves zeros at its end.
   * Defaults to `'exact'`.
   */
  share: {
    kind: 'choice',
    choices: ['exact', 'up', 'down'],
    default: 'exact',
  },
  /**
   * How frequencies follow each other: `geometric` is base^(-k / (w/2 -
   * shift)) for the pairs k of an axis of width w; `linear` and `octaves`
   * go from π to π · maxResolution / 2. Defaults to `'geometric'`.
   */
  bands: {
    kind: 'choice',
    choices: ['geometric', 'linear', 'octaves'],
    default: 'geometric',
  },
  /**
   * With 1 the last geometric frequency is 1/base, with 0 it stops a step
   * before. Defaults to 0.
   */
  shift: {
    kind: 'number',
    min: 0,
    max: WIDEST,
    default: 0,
  },
  /** Resolution that linear bands and octaves reach. Defaults to 224. */
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
   * What coordinates become: `none` leaves them; `last` divides by the last
   * one plus 10^-6 and multiplies by 2π, as DETR; `symmetric` spreads them
   * from -1 to 1. Defaults to `'none'`.
   */
  normalise: {
    kind: 'choice',
    choices: ['none', 'last', 'symmetric'],
    default: 'none',
  },
  /**
   * Added before coordinates are normalised; -0.5 in Deformable DETR.
   * Defaults to 0.
   */
  offset: {
    ...coordinate,
    default: 0,
  },
  /**
   * Cells that do not count, such as padding, are 1 and the others 0; then
   * coordinates are counts of the others along each axis. Optional.
   */
  mask: {
    kind: 'indices',
    optional: true,
  },
  /**
   * Whether each axis's columns begin with its coordinate. Defaults to
   * `false`.
   */
  includeCoordinates: {
    kind: 'boolean',
    default: false,
  },
  /** Rows of zeros in front, for class tokens. Defaults to 0. */
  classTokens: {
    kind: 'number',
    integer: true,
    min: 0,
    max: WIDEST,
    default: 0,
  },
  /**
   * What the numbers agree with: the real formula, float32 frameworks, or
   * ggml's stepwise product. Defaults to `'exact'`.
   */
  precision,
  ...rowsParameter,
  ...tableResult,
} as const satisfies Parameters;

/** The options of well-known models and programs. */
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
    'A sinusoidal table of the cells of a line, an image or a volume: each ' +
    'axis has columns of its own.',
  goodAt:
    'Images and videos of any size without training; the dot product of two ' +
    'cells depends on their distances along the axes.',
  badAt:
    'Each axis has a fraction of the columns, and directions other than the ' +
    'axes are not told apart as well.',
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
  result: 'Tensor [classTokens + cells, dim]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp, float64: ≤ 1 ulp, of the ' +
    'formula at the float64 coordinates, as sinusoidal',
  example: { grid: [14, 14], dim: 96 },
  pitfalls: [
    'MAE gives the first half of the columns to the horizontal axis, though ' +
      'its code calls that half the height: `lastAxisFirst`.',
    "timm's default order is all sines, then all cosines; what it calls " +
      'interleaved is the sines and then the cosines of each axis.',
    'DETR counts from 1, and its result is [channels, height, width]: a ' +
      'table of this method is its transpose.',
    'A table of 14 by 14 cells is not a part of one of 16 by 16 where ' +
      'coordinates are normalised.',
  ],
} as const satisfies Description;
