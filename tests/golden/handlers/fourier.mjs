// @ts-check
/** Fourier features of grids, in separate parts as in timm. */

import { u } from '../tolerance.mjs';
import { checkGrid, gridAngleError } from './grid.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SinusoidalGridOptions} Options
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** Widths of the parts of an axis: its coordinate if it is included, its sines
 * and its cosines. @param {Case} c */
function widthsOf(c) {
  const own = c.param('include_grid', false) ? [1] : [];
  const sines = `part${own.length}`;
  const bands = c.size('num_bands', c.width(sines, `part${own.length + 1}`));
  return [...own, bands, bands];
}

/** @param {Case} c */
const namesOf = (c) => widthsOf(c).map((_, part) => `part${part}`);

/**
 * The largest angle, and its error in two float32 programs.
 *
 * For pixels, 2^e π is the largest frequency and 1 the largest coordinate. If
 * the reference spaces exponents evenly, an exponent has the error 2 u e, which
 * counts ln 2 times. It also rounds the power, π and their product (4 u), the
 * coordinate (3 u) and the angle. The library rounds the frequency, the
 * coordinate and the angle.
 *
 * @param {Case} c @param {number[]} grid
 */
function anglesOf(c, grid) {
  if (!c.param('in_pixels', true)) {
    const farthest = Math.max(...grid) - 1;
    return { farthest, angleError: gridAngleError(farthest) };
  }
  const octaves = Math.log2(c.param('max_res', 224) / 2);
  const farthest = Math.PI * 2 ** octaves;
  const roundings = 2 * Math.LN2 * octaves + 11;
  return { farthest, angleError: roundings * u * farthest };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function fourierParts(pe, c, check) {
  /** @type {number[]} */
  const grid = c.param('feat_shape');
  const widths = widthsOf(c);
  const wide = widths.reduce((sum, width) => sum + width, 0);
  const pixels = c.param('in_pixels', true);
  /** @type {Options} */
  const options = {
    grid,
    dim: grid.length * wide,
    base: c.param('temperature', 10000),
    maxResolution: c.param('max_res', 224),
    preset: pixels ? 'fourier-pixels' : 'fourier',
    includeCoordinates: c.param('include_grid', false),
    ...(pixels && c.param('linear_bands', false) ? { bands: 'linear' } : {}),
  };
  // In the library, each axis of a row has its coordinate, its sines and its
  // cosines; the reference gives each of these in an array of its own.
  let begin = 0;
  widths.forEach((width, part) => {
    const first = begin;
    begin += width;
    const arranged = (/** @type {ArrayLike<number>} */ data) =>
      Array.from({ length: (data.length / wide) * width }, (_, i) => {
        const axis = Math.floor(i / width);
        return data[axis * wide + first + (i % width)] ?? Number.NaN;
      });
    const how = { ...anglesOf(c, grid), arranged };
    checkGrid(pe, check, `part${part}`, options, how);
  });
}

export const fourier = {
  'fourier_nd.timm': {
    params: [
      ...['feat_shape', 'num_bands', 'temperature', 'max_res'],
      ...['in_pixels', 'linear_bands', 'include_grid'],
    ],
    tensors: namesOf,
    run: fourierParts,
  },
};
