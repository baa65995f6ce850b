// @ts-check
/** Checks the library's stated accuracy against correctly rounded values. */

import { ulp32, ulp64 } from '../compare.mjs';
import { dots, listed } from './sinusoidal.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {(index: number, expected: number) => number} Tolerance
 */

/** The stated accuracy of float32: |error| <= 0.5001 ulp. @type {Tolerance} */
const within32 = (_, want) => 0.5001 * ulp32(want);

/**
 * The stated accuracy of float64, 1 ulp, plus half an ulp for the rounding of
 * the golden value itself.
 * @type {Tolerance}
 */
export const within64 = (_, want) => 1.5 * ulp64(want);

/**
 * Requires the same bits, unless the exact value lies so near to the middle
 * between two float32 values that 0.5001 ulp allows both.
 *
 * @param {ArrayLike<number>} exact
 * @returns {Tolerance}
 */
export function sameBits(exact) {
  return (i, want) => {
    const rounding = Math.abs(want - Number(exact[i])) / ulp32(want);
    return rounding > 0.4999 ? ulp32(want) : 0;
  };
}

/**
 * Compares the bits of a tensor's float32 twin. Without the tensor itself it is
 * unknown which values are near a tie, so an ulp is allowed for all.
 *
 * @param {Comparison} check @param {string} name
 * @param {ArrayLike<number>} values
 */
function checkBits(check, name, values) {
  const { golden } = check;
  const tolerance = golden.has(name)
    ? sameBits(golden.tensor(name).data)
    : within32;
  check.near(`${name}_f32`, values, tolerance);
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function sinCosOfAngle(pe, c, check) {
  const both = (
    /** @type {string} */ angles,
    /** @type {'float32' | 'float64'} */ dtype,
  ) => {
    // The angle of the first pair is the position itself.
    const positions = c.numbers(angles);
    c.size('count', positions.length);
    return split(
      pe.make({ method: 'sinusoidal', positions, dim: 2, dtype }).data,
    );
  };
  for (const name of /** @type {const} */ (['sin', 'cos'])) {
    if (check.wants(name)) {
      const float32 = both('angle', 'float32')[name];
      check.near(name, float32, within32);
      checkBits(check, name, float32);
      check.near(name, both('angle', 'float64')[name], within64);
    }
    const narrow = `${name}_of_angle_f32`;
    if (!c.has(narrow)) continue;
    // The exact values are not in the file. Math.sin is right to an ulp of
    // float64, which suffices to recognise a near tie.
    const exact = c.numbers('angle_f32').map((a) => Math[name](a));
    check.near(narrow, both('angle_f32', 'float32')[name], sameBits(exact));
  }
}

/** Even elements and odd elements.
 * @template {Float32Array | Float64Array | Uint16Array} T
 * @param {T} data */
function split(data) {
  const at = (/** @type {number} */ first) =>
    data.filter((_, i) => i % 2 === first);
  return { sin: at(0), cos: at(1) };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function sinCosOfPosition(pe, c, check) {
  const said = c.param('frequencies', 'base^(-2i/dim)');
  const shift = SHIFTS[said];
  if (shift === undefined) throw new Error(`unknown frequencies ${said}`);
  const chosen = c.param('columns', /** @type {'all' | number[]} */ ('all'));
  const shown = c.shapeIfAny('inv_freq', 'sin', 'cos')?.at(-1) ?? 0;
  const dim = c.size('dim', chosen === 'all' ? 2 * shown : undefined);
  if (dim % 2 !== 0) throw new Error(`dim ${dim}: a pair needs two columns`);
  const base = c.param('base', 10000);
  const positions = listed(c, 'positions');
  const pairs = dim / 2;
  const columns = chosen === 'all' ? [...Array(pairs).keys()] : chosen;

  const all = pe.make({ method: 'frequencies', dim, base, shift });
  const frequencies = columns.map((k) => all[k] ?? Number.NaN);
  check.near('inv_freq', frequencies, (_, want) => ulp64(want));
  checkBits(check, 'inv_freq', Float32Array.from(frequencies));

  /**
   * The columns of a [positions, width] table that the case has, from column
   * `first` on.
   * @param {Float32Array | Float64Array | Uint16Array} data
   * @param {number} width @param {number} first
   */
  const pick = (data, width, first) => {
    const rows = positions.map((_, row) => row * width + first);
    const indices = rows.flatMap((start) => columns.map((k) => start + k));
    const values = indices.map((i) => Number(data[i]));
    return data instanceof Float32Array ? Float32Array.from(values) : values;
  };
  const table = {
    positions,
    dim,
    base,
    shift,
    layout: /** @type {const} */ ('blocks'),
  };
  const sinusoidal = pe.make({ method: 'sinusoidal', ...table }).data;
  const float64 = pe.make({
    method: 'sinusoidal',
    ...table,
    dtype: 'float64',
  }).data;
  for (const name of /** @type {const} */ (['sin', 'cos'])) {
    const first = name === 'sin' ? 0 : pairs;
    check.near(name, pick(float64, dim, first), within64);
    const values = pick(sinusoidal, dim, first);
    check.near(name, values, within32);
    checkBits(check, name, values);
    if (shift !== 0) continue;
    // A rotary embedding has the same numbers.
    const rope = pe.make({ method: 'rope', headDim: dim, theta: base });
    const of64 = rope.cosSin({ positions, dtype: 'float64' })[name].data;
    check.near(name, pick(of64, pairs, 0), within64);
    const of32 = pick(rope.cosSin({ positions })[name].data, pairs, 0);
    check.near(name, of32, within32);
    checkBits(check, name, of32);
  }
}

/** @type {Record<string, number>} */
const SHIFTS = { 'base^(-2i/dim)': 0, 'base^(-i/(dim/2-1))': 1 };

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function interleavedPe(pe, c, check) {
  const dim = c.size('dim', c.shapeIfAny('pe')?.at(-1));
  const options = { dim, base: c.param('base', 10000) };
  if (check.wants('pe')) {
    const at = { ...options, positions: listed(c, 'positions') };
    const float32 = pe.make({ method: 'sinusoidal', ...at }).data;
    check.near('pe', float32, within32);
    checkBits(check, 'pe', float32);
    check.near(
      'pe',
      pe.make({ method: 'sinusoidal', ...at, dtype: 'float64' }).data,
      within64,
    );
  }
  // The positions of a pair need not be among those of the rows.
  const pairs = listed(c, 'pairs');
  const products = dots(pe, { ...options, dtype: 'float64' }, pairs);
  // dim products of float64 values, each within an ulp or two.
  const error = dim * 4 * 2 ** -52;
  check.near('dot', products, () => error);
  check.near('dot_f32', Float32Array.from(products), (_, want) => {
    return 0.5001 * ulp32(want) + error;
  });
}

export const exact = {
  'exact.sincos_of_angle': {
    params: ['count', 'set'],
    tensors: [
      ...['angle', 'sin', 'cos'],
      ...['angle_f32', 'sin_of_angle_f32', 'cos_of_angle_f32'],
    ],
    run: sinCosOfAngle,
  },
  'exact.sincos_of_position': {
    // `positions` may be a parameter, a tensor or both.
    params: ['base', 'columns', 'dim', 'frequencies', 'positions'],
    tensors: ['positions', 'inv_freq', 'sin', 'cos'],
    run: sinCosOfPosition,
  },
  'exact.interleaved_pe': {
    params: ['base', 'dim', 'pairs', 'positions'],
    tensors: ['positions', 'pairs', 'pe', 'dot'],
    run: interleavedPe,
  },
};
