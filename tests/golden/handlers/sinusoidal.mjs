// @ts-check
/** Sinusoidal tables with the frequencies base^(-2k/dim). */

import { frequency } from '../../support/frequency.mjs';
import {
  anyAngleError,
  referenceError,
  sinCosError,
  u,
} from '../tolerance.mjs';
import { placesOf } from './places.mjs';
import { checkSinusoids } from './sinusoids.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {{ dim: number, base: number, layout: 'interleaved' | 'blocks' }} S
 */

/** Pair index of a column.
 * @param {S} s @param {number} column */
function pairOf(s, column) {
  if (s.layout === 'interleaved') return Math.floor(column / 2);
  const sines = Math.ceil(s.dim / 2);
  return column < sines ? column : column - sines;
}

/**
 * @param {S} s @param {number} pair @param {number} position
 */
function angleErrorOf(s, pair, position) {
  const own = frequency(s.base, pair, s.dim);
  return anyAngleError(Math.abs(position * own), pair, own);
}

/**
 * Compares a table with the tensor `name`, and in torch precision with
 * `name_f32`, if the case has them.
 *
 * @param {Posenc} pe @param {Comparison} check
 * @param {S} s @param {import('./places.mjs').Where} where
 * @param {string} name
 */
export function checkTable(pe, check, s, where, name) {
  checkSinusoids(pe, check, name, {
    options: s,
    where,
    angleError: (column, position) =>
      angleErrorOf(s, pairOf(s, column), position),
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function interleaved(pe, c, check) {
  const shape = c.shape('pe', 'table');
  const s = /** @type {S} */ ({
    dim: c.size('dim', shape.at(-1)),
    base: c.param('base', 10000),
    layout: 'interleaved',
  });
  if (c.param('custom_positions', c.has('positions')) !== c.has('positions')) {
    throw new Error('custom_positions and the tensor positions disagree');
  }
  const rows = c.has('positions') ? c.shape('positions') : shape.slice(0, -1);
  const length = c.size('seq_len', rows.at(-1) ?? 1);
  const where = placesOf(c, { start: c.param('offset', 0), length });
  checkTable(pe, check, s, where, 'pe');
  checkTable(pe, check, s, where, 'table');
}

/**
 * Numbers that a case has in a tensor, in a parameter, or in both.
 * @param {Case} c @param {string} name
 */
export function listed(c, name) {
  const said = c.param(name, /** @type {number[] | number[][]} */ ([])).flat();
  if (!c.has(name)) return said;
  const numbers = c.numbers(name);
  // A float32 tensor has the rounded numbers of the parameter.
  const same = (/** @type {number} */ x, /** @type {number} */ i) =>
    x === said[i] || x === Math.fround(said[i] ?? Number.NaN);
  const agree = said.length === numbers.length && numbers.every(same);
  if (c.gives(name) && !agree) {
    throw new Error(`the parameter and the tensor ${name} disagree`);
  }
  return numbers;
}

/**
 * Dot products of the library's rows, which are summed here.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 */
function interleavedDot(pe, c, check) {
  const dim = c.size('dim', c.shapeIfAny('pe')?.at(-1));
  const s = /** @type {S} */ ({
    dim,
    base: c.param('base', 10000),
    layout: 'interleaved',
  });
  checkTable(pe, check, s, { positions: listed(c, 'positions') }, 'pe');
  const pairs = listed(c, 'pairs');
  const products = dots(pe, { ...s, dtype: 'float64' }, pairs);
  const allowed = dim * referenceError(Math.max(...pairs.map(Math.abs)));
  check.near('dot', products, () => allowed);
  const torch = () => dots(pe, { ...s, precision: 'torch' }, pairs);
  check.nearTorch('dot', torch, torchDotTolerance(s, pairs));
}

/**
 * Products of the rows of pairs of positions.
 *
 * @param {Posenc} pe
 * @param {{ dim: number, base: number, layout?: 'interleaved' | 'blocks',
 *   dtype?: 'float64', precision?: 'torch' }} options
 * @param {number[]} pairs
 */
export function dots(pe, options, pairs) {
  const results = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const positions = pairs.slice(i, i + 2);
    const rows = Array.from(
      pe.make({ method: 'sinusoidal', ...options, positions }).data,
    );
    const second = rows.splice(options.dim);
    results.push(rows.reduce((sum, x, k) => sum + x * (second[k] ?? NaN), 0));
  }
  return results;
}

/**
 * For each pair the errors of both angles count fully; a float32 sum of dim
 * products, each at most 1, has at most dim roundings.
 *
 * @param {S} s @param {number[]} pairs
 */
function torchDotTolerance(s, pairs) {
  return (/** @type {number} */ i) => {
    let sum = 0;
    for (let pair = 0; pair < s.dim / 2; ++pair) {
      for (const p of pairs.slice(2 * i, 2 * i + 2)) {
        sum += angleErrorOf(s, pair, p) + 2 * sinCosError;
      }
    }
    return sum + s.dim * s.dim * u;
  };
}

/**
 * Blocks: the whole table, and the rows of a call that follows cached ones.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 */
function marian(pe, c, check) {
  const s = /** @type {S} */ ({
    dim: c.size('dim', c.width('table', 'out')),
    base: 10000,
    layout: 'blocks',
  });
  const [all, some] = ['num_positions', 'seq_len'].map((name) =>
    c.gives(name) ? c.param(name, 0) : undefined,
  );
  checkTable(pe, check, s, { start: 0, length: all }, 'table');
  const start = c.param('past_key_values_length', 0);
  checkTable(pe, check, s, { start, length: some }, 'out');
}

export const sinusoidal = {
  'sinusoidal.interleaved': {
    params: ['base', 'custom_positions', 'dim', 'offset', 'seq_len'],
    tensors: ['pe', 'positions', 'table'],
    run: interleaved,
  },
  'sinusoidal.interleaved_dot': {
    // `pairs` and `positions` may be parameters, tensors or both.
    params: ['base', 'dim', 'pairs', 'positions'],
    tensors: ['dot', 'pairs', 'pe', 'positions'],
    run: interleavedDot,
  },
  'sinusoidal.concat_hf_marian': {
    params: ['dim', 'num_positions', 'past_key_values_length', 'seq_len'],
    tensors: ['out', 'table'],
    run: marian,
  },
};
