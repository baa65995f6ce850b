// @ts-check
/**
 * What modules of transformers do around attention, in float64, and how far
 * float32 results may be from the real ones behind it.
 */

import { farthestOf, u } from '../tolerance.mjs';
import { attentionTolerance, largestNorm } from './attention-error.mjs';
import { widestRow } from './attention-mpt.mjs';

/** @typedef {import('../compare.mjs').Comparison} Comparison */
/** @typedef {ArrayLike<number>} Numbers */

/** A float32 tensor. @param {Float32Array} data @param {number[]} shape */
export const tensor = (data, ...shape) => ({
  ...{ data, shape },
  dtype: /** @type {const} */ ('float32'),
});

/**
 * The rows of one item of [rows, batch, width].
 * @param {Float32Array} data @param {number} batch @param {number} width
 * @param {number} item
 */
export function itemOf(data, batch, width, item) {
  const rows = data.length / (batch * width);
  return Float32Array.from({ length: rows * width }, (_, i) => {
    const row = Math.floor(i / width);
    return Number(data[(row * batch + item) * width + (i % width)]);
  });
}

/** Joins arrays. @param {Numbers[]} parts */
export const joinedArrays = (...parts) =>
  Float32Array.from(parts.flatMap((part) => Array.from(part)));

/** Swaps the axes of a matrix with so many columns.
 * @param {Numbers} data @param {number} columns */
export function transposed(data, columns) {
  const rows = data.length / columns;
  return Float32Array.from({ length: data.length }, (_, i) =>
    Number(data[(i % rows) * columns + Math.floor(i / rows)]),
  );
}

/** x wᵀ for x [rows, dim] and w [out, dim].
 * @param {Numbers} x @param {Numbers} w @param {number} dim */
export function linear(x, w, dim) {
  const out = w.length / dim;
  return Float32Array.from({ length: (x.length / dim) * out }, (_, i) => {
    let sum = 0;
    for (let c = 0; c < dim; ++c) {
      const [row, column] = [Math.floor(i / out), i % out];
      sum += Number(x[row * dim + c]) * Number(w[column * dim + c]);
    }
    return sum;
  });
}

/** Mean and 1/√(variance + ε) of a row. @param {Numbers} row
 * @param {number} epsilon */
function moments(row, epsilon) {
  const numbers = Array.from(row);
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  const squares = numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return { mean, factor: 1 / Math.sqrt(squares / numbers.length + epsilon) };
}

/**
 * Layer normalisation.
 * @typedef {{ weight: Float32Array, bias: Float32Array, epsilon: number }} Norm
 * @param {Float64Array} x @param {Norm} norm
 */
export function layerNorm(x, { weight, bias, epsilon }) {
  const dim = weight.length;
  const out = new Float64Array(x.length);
  let largest = 0;
  for (let at = 0; at < x.length; at += dim) {
    const { mean, factor } = moments(x.subarray(at, at + dim), epsilon);
    largest = Math.max(largest, factor);
    for (let c = 0; c < dim; ++c) {
      const apart = Number(x[at + c]) - mean;
      out[at + c] = apart * factor * Number(weight[c]) + Number(bias[c]);
    }
  }
  // An error of a number of x changes mean and variance of its row, too.
  const growth = 3 * largest * farthestOf(weight);
  return { out, growth };
}

/**
 * The gradient through layer normalisation.
 * @param {Float64Array} x @param {Numbers} upstream @param {Norm} norm
 */
export function layerNormGradient(x, upstream, { weight, epsilon }) {
  const dim = weight.length;
  return Float64Array.from(x, (value, i) => {
    const at = i - (i % dim);
    const { mean, factor } = moments(x.subarray(at, at + dim), epsilon);
    let [sum, product] = [0, 0];
    const g = (/** @type {number} */ c) =>
      Number(upstream[at + c]) * Number(weight[c]);
    for (let c = 0; c < dim; ++c) {
      sum += g(c) / dim;
      product += (g(c) * (Number(x[at + c]) - mean) * factor) / dim;
    }
    return factor * (g(i % dim) - sum - (value - mean) * factor * product);
  });
}

/**
 * Tolerances of attention whose queries, keys and values are made from x by
 * weights, and whose output goes through a layer. `terms` has the vectors that
 * relative terms multiply: those of queries, and those of positions.
 *
 * @param {{ x: Float32Array, dim: number, headDim: number, keys: number,
 *   query: Float32Array, key: Float32Array, value: Float32Array,
 *   out: Float32Array, scale: number, bias?: Numbers,
 *   terms?: [Numbers, Numbers][] }} o
 */
export function moduleTolerance(o) {
  const { x, dim, headDim, keys, scale } = o;
  const weights = [o.query, o.key, o.value];
  const [q, k, v] = weights.map((w) => linear(x, w, dim));
  if (!q || !k || !v) throw new Error('no projections');
  const wide = Math.max(...weights.map((w) => widestRow(w, dim)));
  const norm = (/** @type {Numbers} */ y) =>
    largestNorm(Float32Array.from(y), headDim);
  const within = attentionTolerance({
    ...{ q, k, v, keys, headDim, scale, bias: o.bias ?? [] },
    componentError: (dim + 1) * u * Math.max(1, farthestOf(x)) * wide,
    terms: (o.terms ?? []).map(([a, b]) => [norm(a), norm(b)]),
  });
  const width = v.length / (x.length / dim);
  const rows = widestRow(o.out, width);
  return {
    ...within,
    output: () =>
      rows * (within.output() + (width + 1) * u * within.outputScale()),
    outputScale: () => rows * within.outputScale(),
  };
}

/**
 * Compares a gradient behind a chain of products, which add up `depth` numbers
 * in all. What is added up is at most as large as the largest result.
 *
 * @param {Comparison} check @param {string} name @param {ArrayLike<number>} found
 * @param {number} depth
 */
export function checkGradient(check, name, found, depth) {
  if (!check.wants(name)) return;
  const largest = () => farthestOf(check.expected(name));
  const within = () => depth * u * largest();
  check.near(name, Float32Array.from(found), within, largest);
}

/**
 * Compares a result with the reference's, and with its run in float32, which
 * has errors of the same size.
 *
 * @param {Comparison} check @param {string} name @param {Float32Array} actual
 * @param {(index: number, want: number) => number} within
 */
export function checkBoth(check, name, actual, within) {
  check.near(name, actual, within);
  check.nearTorch(
    name,
    () => actual,
    (i, want) => 2 * within(i, want),
  );
}

/** What the references write for a masked score. */
const MASKED = -1e30;

/**
 * Compares scores. The references write -1e30 where the library has -Infinity.
 *
 * @param {Comparison} check @param {Float32Array} scores @param {number} within
 */
export function checkScores(check, scores, within) {
  const finite = Float64Array.from(scores, (score) => Math.max(score, MASKED));
  check.near('scores', finite, () => within);
  check.nearTorch(
    'scores',
    () => Float32Array.from(finite),
    () => 2 * within,
  );
}
