// @ts-check
/** Attention modules with projections and an output layer. */

import { u } from '../tolerance.mjs';
import { attentionTolerance, gradientTolerance } from './attention-error.mjs';

/**
 * Weights of a layer [out, in], and what it adds.
 * @typedef {{ weight: Float32Array, bias: Float32Array }} Layer
 *
 * @typedef {object} Module
 * @property {Float32Array} x [items, rows, dim]
 * @property {number[]} shape the lengths of the axes of x
 * @property {Layer} query
 * @property {Layer} key
 * @property {Layer} value
 * @property {Layer} output
 * @property {number} heads
 */

/** The largest sum of absolute numbers in a row. @param {Float32Array} w
 * @param {number} dim */
function widestRow(w, dim) {
  let most = 0;
  for (let i = 0; i < w.length; i += dim) {
    const row = w.subarray(i, i + dim);
    const sum = row.reduce((all, one) => all + Math.abs(one), 0);
    most = Math.max(most, sum);
  }
  return most;
}

/** @param {ArrayLike<number>} list */
const farthest = (list) =>
  Array.from(list).reduce((most, one) => Math.max(most, Math.abs(one)), 0);

/** x Wᵀ + b in float64, rounded once. @param {Float32Array} x
 * @param {number} dim @param {Layer} layer */
export function project(x, dim, { weight, bias }) {
  const width = weight.length / dim;
  return Float32Array.from({ length: (x.length / dim) * width }, (_, i) => {
    const [row, column] = [Math.floor(i / width) * dim, i % width];
    let sum = Number(bias[column]);
    for (let d = 0; d < dim; ++d) {
      sum += Number(x[row + d]) * Number(weight[column * dim + d]);
    }
    return sum;
  });
}

/** The options of `attention` that a module is. @param {Module} m */
export const optionsOf = (m) => ({
  x: /** @type {const} */ ({ data: m.x, shape: m.shape, dtype: 'float32' }),
  heads: m.heads,
  ...{ queryWeight: m.query.weight, queryBias: m.query.bias },
  ...{ keyWeight: m.key.weight, keyBias: m.key.bias },
  ...{ valueWeight: m.value.weight, valueBias: m.value.bias },
  ...{ outputWeight: m.output.weight, outputBias: m.output.bias },
});

/**
 * How far float32 results of a module may be from the real ones.
 *
 * @param {Module} m @param {ArrayLike<number>} bias
 * @param {{ gate?: number, scale?: number }} [factors] `gate` is the largest
 *   factor of the weights, `scale` that of the scores
 */
export function moduleTolerance(m, bias, factors = {}) {
  const [keys = 1, dim = 1] = m.shape.slice(-2);
  const headDim = m.query.weight.length / dim / m.heads;
  const { gate = 1, scale = 1 / Math.sqrt(headDim) } = factors;
  const layers = [m.query, m.key, m.value];
  const [q, k, v] = layers.map((layer) => project(m.x, dim, layer));
  if (!q || !k || !v) throw new Error('no projections');
  const sums = layers.map(
    ({ weight, bias }) =>
      farthest(m.x) * widestRow(weight, dim) + farthest(bias),
  );
  const componentError = (dim + 2) * u * Math.max(...sums);
  const sizes = { q, k, v, keys, headDim, scale };
  const within = attentionTolerance({ ...sizes, bias, componentError });
  // The output layer multiplies errors, and adds those of its own products.
  const width = m.output.weight.length / dim;
  const wide = widestRow(m.output.weight, width);
  const size = gate * wide * within.outputScale();
  const layer = (width + 2) * u * (size + farthest(m.output.bias));
  const upstream = Float32Array.from({ length: width }, () => wide);
  const gradient = gradientTolerance({
    ...{ ...sizes, upstream, queries: keys, valueDim: headDim },
    ...{ group: 1, relative: within.relative },
  });
  return {
    ...within,
    output: () => gate * wide * within.output() + layer,
    outputScale: () => size,
    /** For the gradient of the sum of all outputs by an entry of a table. */
    table: () => (m.x.length / keys / dim) * gradient.bias(),
  };
}
