// @ts-check
/** Compares sinusoidal tables, in float64, float32 and torch precision. */

import {
  farthestOf,
  float64Tolerance,
  roundedTolerance,
  sinCosError,
  u,
} from '../tolerance.mjs';
import { listOf, optionsOf } from './places.mjs';

/**
 * `angleError` is the largest difference of the float32 angles of a column at a
 * position, `fastest` the largest frequency (default 1), `amplitude` the
 * largest value (default 1), and `x` a tensor to which the reference adds the
 * table.
 *
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {Omit<import('posenc').SinusoidalOptions, 'length' | 'start' |
 *   'step' | 'positions' | 'out' | 'dtype'>} Options
 * @typedef {{ options: Options, where: import('./places.mjs').Where,
 *   angleError: (column: number, position: number) => number,
 *   fastest?: number, amplitude?: number, x?: Float32Array }} Table
 */

/**
 * @param {Posenc} pe @param {Comparison} check
 * @param {string} name of a result; nothing is done if the case has none
 * @param {Table} table
 */
export function checkSinusoids(pe, check, name, table) {
  if (!check.wants(name)) return;
  const { options, fastest = 1, x } = table;
  const expected = check.expected(name);
  const rows = expected.length / options.dim;
  // A range without a length is as long as the axis of the rows; the axes
  // before it are the batch.
  const axis = check.golden.shape(name).at(-2);
  const where =
    'start' in table.where
      ? { start: table.where.start, length: table.where.length ?? axis }
      : table.where;
  const positions = listOf(where, rows);
  const farthest = farthestOf(positions) * fastest;
  const at = { ...options, ...optionsOf(where, rows) };
  const plus = (/** @type {ArrayLike<number>} */ data) =>
    x ? Array.from(data, (value, i) => value + addend(x, i)) : data;

  const float64 = pe.make({ method: 'sinusoidal', ...at, dtype: 'float64' });
  check.near(name, plus(float64.data), float64Tolerance(expected, farthest));

  const float32 = pe.make({ method: 'sinusoidal', ...at }).data;
  const list = pe.make({ method: 'sinusoidal', ...options, positions }).data;
  if (list.some((value, i) => !Object.is(value, float32[i]))) {
    throw new Error(`${name}: a range and a list differ`);
  }
  if (!x) check.near(name, float32, roundedTolerance(farthest));

  const torch = () =>
    plus(pe.make({ method: 'sinusoidal', ...at, precision: 'torch' }).data);
  check.nearTorch(name, torch, torchTolerance(table, positions));
}

/**
 * The number to which the table is added; a batch may share `x`.
 * @param {Float32Array} x @param {number} i
 */
const addend = (x, i) => x[i % x.length] ?? Number.NaN;

/** @param {Table} table @param {number[]} positions */
function torchTolerance({ options, angleError, amplitude, x }, positions) {
  // For a scaled table, the reference rounds the factor and a product.
  const [size, roundings] =
    amplitude === undefined ? [1, 0] : [amplitude, 2 * u];
  return (/** @type {number} */ i) => {
    const [row, column] = [Math.floor(i / options.dim), i % options.dim];
    const angle = angleError(column, positions[row] ?? Number.NaN);
    // The reference rounds the sum once; here it is computed in float64.
    const sum = x ? 2 * u * (1 + Math.abs(addend(x, i))) : 0;
    return size * (angle + sinCosError + roundings) + sum;
  };
}
