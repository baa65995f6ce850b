// @ts-check
/** Sinusoidal tables of grids. */

import {
  float64Tolerance,
  roundedTolerance,
  sinCosError,
  u,
} from '../tolerance.mjs';
import { gridTable, MOST_AXES } from './axes.mjs';
import { repeated } from './places.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SinusoidalGridOptions} Options
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {ArrayLike<number>} Numbers
 */

/**
 * How far apart two float32 programs may be for the angle of a coordinate x and
 * a frequency f ≤ 1: (4 |ln f| + 8) u x f (anyAngleError), which is largest at
 * f = 1. Coordinates that are not integers are rounded, too.
 *
 * @param {number} farthest the largest coordinate
 * @param {number} [roundings] of coordinates, in both programs together
 */
export function gridAngleError(farthest, roundings = 0) {
  return (8 + roundings) * u * farthest;
}

/**
 * Compares the table of a grid with the tensor `name`, which may repeat it.
 *
 * @param {Posenc} pe @param {Comparison} check @param {string} name
 * @param {Options} options
 * @param {{ farthest: number, angleError: number,
 *   arranged?: (data: Numbers) => Numbers }} how `farthest` is the largest
 *   angle of one; `arranged` as the reference has its result
 */
export function checkGrid(pe, check, name, options, how) {
  if (!check.wants(name)) return;
  const { farthest, angleError, arranged } = how;
  const expected = check.expected(name);
  const as = arranged ?? ((/** @type {Numbers} */ data) => data);
  /** @param {Partial<Options>} like */
  const make = (like) => {
    const table = as(gridTable(pe, { ...options, ...like }));
    return repeated(Array.from(table), expected.length);
  };
  const float64 = make({ dtype: 'float64' });
  check.near(name, float64, float64Tolerance(expected, farthest));
  // Ulps are counted if the reference has the same order as the library.
  const float32 = make({ dtype: 'float32' });
  const counted = arranged ? float32 : Float32Array.from(float32);
  check.near(name, counted, roundedTolerance(farthest));
  const torch = () => make({ precision: 'torch' });
  check.nearTorch(name, torch, (_, want) => {
    return angleError + sinCosError + 2 * u * Math.abs(want);
  });
}

/**
 * The tolerances for a grid with integer coordinates.
 * @param {number[]} grid
 */
function counted(grid) {
  const farthest = Math.max(...grid) - 1;
  return { farthest, angleError: gridAngleError(farthest) };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function mae(pe, c, check) {
  /** @type {number | number[]} */
  const side = c.param('grid');
  const [rows = 0, columns = rows] = [side].flat();
  const image = /** @type {const} */ ({
    grid: [rows, columns],
    dim: c.size('dim', c.width('pe')),
    preset: 'mae',
    classTokens: Number(c.param('cls_token', false)),
  });
  checkGrid(pe, check, 'pe', image, counted([rows, columns]));
}

/**
 * For each of its two axes, a quarter of `dim` are sines and a quarter are
 * cosines.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 */
function timm(pe, c, check) {
  /** @type {number[]} */
  const shape = c.param('feat_shape');
  const dim = c.size('dim', (2 * c.width('pe')) / shape.length);
  const interleaved = c.param('interleave_sin_cos', false);
  const image = /** @type {const} */ ({
    grid: c.param('reverse_coord', false) ? [...shape].reverse() : shape,
    dim: (shape.length * dim) / 2,
    base: c.param('temperature', 10000),
    preset: interleaved ? 'timm-interleaved' : 'timm',
  });
  checkGrid(pe, check, 'pe', image, counted(shape));
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function multidim(pe, c, check) {
  const shape = c.shape('pe');
  const grid = c.param('dims', shape.slice(0, -1));
  if (grid.length > MOST_AXES) {
    throw new Error(`${grid.length} axes: there are up to ${MOST_AXES}`);
  }
  const dim = c.size('channels', shape.at(-1));
  const image = /** @type {const} */ ({ grid, dim, preset: 'multidim' });
  checkGrid(pe, check, 'pe', image, counted(grid));
}

export const grid = {
  'sincos2d.mae': {
    params: ['cls_token', 'dim', 'grid'],
    tensors: ['pe'],
    run: mae,
  },
  'sincos2d.timm': {
    params: [
      ...['dim', 'feat_shape', 'temperature'],
      ...['reverse_coord', 'interleave_sin_cos'],
    ],
    tensors: ['pe'],
    run: timm,
  },
  'sincos_nd.tatp22': {
    params: ['channels', 'dims'],
    tensors: ['pe'],
    run: multidim,
  },
};
