// @ts-check
/** Sinusoidal tables with the frequencies base^(-2k/dim). */

import {
  anyAngleError,
  float64Tolerance,
  roundedTolerance,
  sinCosError,
  u,
} from '../tolerance.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {{ dim: number, base: number, layout: 'interleaved' | 'blocks' }} S
 * @typedef {{ length: number, start: number }
 *   | { positions: number[] }} Positions
 */

/** @param {Positions} where */
export function listOf(where) {
  if ('positions' in where) return where.positions;
  return Array.from({ length: where.length }, (_, i) => where.start + i);
}

/** Pair index of a column.
 * @param {S} s @param {number} column */
function pairOf(s, column) {
  if (s.layout === 'interleaved') return Math.floor(column / 2);
  const sines = Math.ceil(s.dim / 2);
  return column < sines ? column : column - sines;
}

/**
 * Compares a table with the tensor `name`, and in torch precision with
 * `name_f32` where the case has it.
 *
 * @param {Posenc} pe @param {Comparison} check
 * @param {S} s @param {Positions} where @param {string} name
 */
export function checkTable(pe, check, s, where, name) {
  const positions = listOf(where);
  const options = { ...s, ...where };
  const expected = check.golden.tensor(name).data;
  const float64 = pe.sinusoidal({ ...options, dtype: 'float64' });
  check.near(name, float64.data, float64Tolerance(expected, positions));
  const float32 = pe.sinusoidal(options);
  check.near(name, float32.data, roundedTolerance(positions));
  const torch = () => pe.sinusoidal({ ...options, precision: 'torch' }).data;
  check.nearTorch(name, torch, (i) => {
    const pair = pairOf(s, i % s.dim);
    const frequency = s.base ** ((-2 * pair) / s.dim);
    const position = positions[Math.floor(i / s.dim)] ?? Number.NaN;
    const angle = Math.abs(position * frequency);
    return anyAngleError(angle, pair, frequency) + sinCosError;
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function interleaved(pe, c, check) {
  const s = /** @type {S} */ ({
    dim: c.param('dim'),
    base: c.param('base', 10000),
    layout: 'interleaved',
  });
  const start = c.param('offset', 0);
  if (c.param('custom_positions', false) !== c.has('positions')) {
    throw new Error('custom_positions and the tensor positions disagree');
  }
  if (c.has('positions') && start !== 0) {
    throw new Error('given positions and an offset have no agreed meaning');
  }
  /** @type {Positions} */
  const where = c.has('positions')
    ? { positions: c.numbers('positions') }
    : { length: c.param('seq_len'), start };
  checkTable(pe, check, s, where, c.has('table') ? 'table' : 'pe');
}

/** Products of rows, summed here: the library supplies the rows.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check */
function interleavedDot(pe, c, check) {
  const dim = c.param('dim', 0);
  const positions = c.numbers('positions');
  const s = /** @type {S} */ ({
    dim,
    base: c.param('base', 10000),
    layout: 'interleaved',
  });
  checkTable(pe, check, s, { positions }, 'pe');
  const pairs = c.numbers('pairs');
  check.near('dot', dots(pe, { ...s, dtype: 'float64' }, pairs), () => {
    return dim * 1e-10;
  });
  const torch = () => dots(pe, { ...s, precision: 'torch' }, pairs);
  check.nearTorch('dot', torch, torchDotTolerance(s, pairs));
}

/**
 * @param {Posenc} pe
 * @param {S & { dtype?: 'float64', precision?: 'torch' }} options
 * @param {number[]} pairs
 */
function dots(pe, options, pairs) {
  const results = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const positions = pairs.slice(i, i + 2);
    const rows = Array.from(pe.sinusoidal({ ...options, positions }).data);
    const second = rows.splice(options.dim);
    results.push(rows.reduce((sum, x, k) => sum + x * (second[k] ?? NaN), 0));
  }
  return results;
}

/**
 * Per pair the errors of both angles count fully, and a float32 sum of dim
 * products of at most 1 rounds dim times at most.
 *
 * @param {S} s @param {number[]} pairs
 */
function torchDotTolerance(s, pairs) {
  return (/** @type {number} */ i) => {
    let sum = 0;
    for (let pair = 0; pair < s.dim / 2; ++pair) {
      const f = s.base ** ((-2 * pair) / s.dim);
      for (const p of pairs.slice(2 * i, 2 * i + 2)) {
        sum += anyAngleError(Math.abs(p * f), pair, f) + 2 * sinCosError;
      }
    }
    return sum + s.dim * s.dim * u;
  };
}

/** Blocks: the whole table, and the rows of one call behind a cache.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check */
function marian(pe, c, check) {
  const s = /** @type {S} */ ({
    dim: c.param('dim'),
    base: 10000,
    layout: 'blocks',
  });
  const all = { length: c.param('num_positions', 0), start: 0 };
  checkTable(pe, check, s, all, 'table');
  const start = c.param('past_key_values_length', 0);
  checkTable(pe, check, s, { length: c.param('seq_len', 0), start }, 'out');
}

export const sinusoidal = {
  'sinusoidal.interleaved': {
    params: ['base', 'custom_positions', 'dim', 'offset', 'seq_len'],
    tensors: ['pe', 'pe_f32', 'positions', 'table', 'table_f32'],
    run: interleaved,
  },
  'sinusoidal.interleaved_dot': {
    // `pairs` and `positions` are tensors as well, with the same numbers.
    params: ['base', 'dim', 'pairs', 'positions'],
    tensors: ['dot', 'dot_f32', 'pairs', 'pe', 'pe_f32', 'positions'],
    run: interleavedDot,
  },
  'sinusoidal.concat_hf_marian': {
    params: ['dim', 'num_positions', 'past_key_values_length', 'seq_len'],
    tensors: ['out', 'out_f32', 'table', 'table_f32'],
    run: marian,
  },
};
