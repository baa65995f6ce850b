// @ts-check
/** Learned tables for grids of another size. */

import { farthestOf, u } from '../tolerance.mjs';
import { checkBoth } from './learned.mjs';
import { word } from './rotary.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {{ from: number[], to: number[], mode: 'linear' | 'cubic',
 *   antialias: boolean }} How
 */

/** Slopes of the two cubic kernels; antialiasing uses that of PIL. */
const [SLOPE, PIL_SLOPE] = [-0.75, -0.5];

/** @param {Case} c @returns {How} */
function howOf(c) {
  if (c.param('align_corners', false)) {
    throw new Error('align_corners: the library has centres of cells only');
  }
  const words = /** @type {const} */ (['bilinear', 'bicubic']);
  const interpolation = word(c, 'interpolation', words, 'bicubic');
  const slope = c.param('cubic_coefficient', Number.NaN);
  const antialias = c.param('antialias', slope !== SLOPE);
  if (!Number.isNaN(slope) && slope !== (antialias ? PIL_SLOPE : SLOPE)) {
    throw new Error(`cubic_coefficient ${slope}: the library has another`);
  }
  /** @param {string} name */
  const size = (name) => {
    /** @type {number | number[]} */
    const given = c.param(name);
    return typeof given === 'number' ? [given, given] : given;
  };
  return {
    from: size('old_size'),
    to: size('new_size'),
    mode: interpolation === 'bilinear' ? 'linear' : 'cubic',
    antialias,
  };
}

/**
 * The error that a float32 program may have, relative to the largest number.
 * Computing a centre takes three roundings, each relative to its size. Its
 * error changes the weights by their slopes, whose absolute sum is at most 2.6.
 * A weight takes about nine roundings, plus a product and a sum. The absolute
 * sum of the weights of the other axes is at most 1.6.
 *
 * @param {How} how
 */
function errorOf({ from, to, mode, antialias }) {
  const reach = mode === 'cubic' ? 2 : 1;
  let roundings = 0;
  from.forEach((length, a) => {
    const shrink = antialias ? Math.max(1, length / (to[a] ?? 1)) : 1;
    const taps = 2 * Math.ceil(reach * shrink) + 1;
    roundings += 3 * 2.6 * length + 11 * taps;
  });
  return 1.6 ** (from.length - 1) * roundings * u;
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function resample2d(pe, c, check) {
  const how = howOf(c);
  const [rows = 0, width] = c.shape('pos_embed').slice(-2);
  const cells = how.from.reduce((product, length) => product * length, 1);
  const dim = c.size('dim', width);
  const options = {
    ...how,
    dim,
    prefix: c.size('num_prefix_tokens', rows - cells),
  };
  const tables = c.float32('pos_embed');
  const batch = tables.length / (rows * dim);
  /** @param {'float64' | 'float32'} dtype */
  const make = (dtype) => {
    const data = Array.from({ length: batch }, (_, b) => {
      const table = tables.slice(b * rows * dim, (b + 1) * rows * dim);
      return Array.from(
        pe.make({ method: 'resample', ...options, table, dtype }).data,
      );
    }).flat();
    return { data: dtype === 'float32' ? Float32Array.from(data) : data };
  };
  checkBoth(check, 'out', make);
  const all = errorOf(how) * farthestOf(tables);
  check.nearRounded(
    'out',
    () => make('float32').data,
    () => all,
  );
}

export const resample = {
  'learned.resample2d': {
    params: [
      ...['align_corners', 'antialias', 'cubic_coefficient', 'dim'],
      ...['interpolation', 'new_size', 'num_prefix_tokens', 'old_size'],
    ],
    tensors: ['out', 'pos_embed'],
    run: resample2d,
  },
};
