// @ts-check
/** Attention over embeddings to which a sinusoidal table was added. */

import { farthestOf, sinCosError, u } from '../tolerance.mjs';
import {
  attentionTolerance,
  checkAttention,
  joined,
} from './attention-error.mjs';
import { gridAngleError } from './grid.mjs';
import { checkTable } from './sinusoidal.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** y W^T, summed in float64. @param {number[]} y @param {Float32Array} w */
function times(y, w) {
  const dim = Math.sqrt(w.length);
  return y.map((_, i) => {
    const [row, column] = [i - (i % dim), (i % dim) * dim];
    let sum = 0;
    for (let d = 0; d < dim; ++d) {
      sum += (y[row + d] ?? NaN) * (w[column + d] ?? NaN);
    }
    return sum;
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function sinusoidalAdded(pe, c, check) {
  // [batch, length, dim], or without a batch.
  const shape = c.shape('x');
  const length = c.size('length', shape.at(-2));
  const dim = c.size('dim', shape.at(-1));
  const heads = c.param('heads', 1);
  const headDim = dim / heads;
  const table = /** @type {const} */ ({
    dim,
    base: c.param('base', 10000),
    layout: 'interleaved',
  });
  const where = { length, start: 0 };
  checkTable(pe, check, table, where, 'pe');

  const x = c.float32('x');
  /**
   * Adds the table to the inputs, and projects to q, k and v, which are rounded
   * to float32 once.
   * @param {ArrayLike<number>} data of the table
   */
  const project = (data) => {
    const y = Array.from(x, (one, i) => one + Number(data[i % data.length]));
    const of = (/** @type {string} */ name) =>
      Float32Array.from(times(y, c.float32(name)));
    return { y, q: of('Wq'), k: of('Wk'), v: of('Wv') };
  };
  /** @param {{ q: Float32Array, k: Float32Array, v: Float32Array }} all */
  const run = (all) => {
    const size = length * dim;
    const results = [];
    for (let first = 0; first < x.length; first += size) {
      const { weights, output } = pe.make({
        method: 'attention',
        q: all.q.slice(first, first + size),
        k: all.k.slice(first, first + size),
        v: all.v.slice(first, first + size),
        heads,
        headDim,
        causal: c.param('causal', false),
      });
      if (!output) throw new Error('attention without an output');
      results.push({ weights: weights.data, output: output.data });
    }
    return joined(results);
  };

  const exact = pe.make({
    method: 'sinusoidal',
    ...table,
    ...where,
    dtype: 'float64',
  }).data;
  const { y, ...inputs } = project(exact);
  const sizes = { ...inputs, keys: length, headDim };
  const scale = 1 / Math.sqrt(headDim);

  // In float32, the table has the error of its angles, y that of a rounding,
  // and each sum of dim products that of dim + 1 roundings of the absolute sum.
  const offTable = gridAngleError(length) + sinCosError + u * farthestOf(y);
  const errors = ['Wq', 'Wk', 'Wv'].map((name) => {
    const absolute = c.float32(name).map(Math.abs);
    const row = farthestOf(times(Array(dim).fill(1), absolute));
    const sum = farthestOf(times(y.map(Math.abs), absolute));
    return offTable * row + (dim + 1) * u * sum;
  });
  const componentError = Math.max(...errors);
  checkAttention(check, {
    exact: run(inputs),
    within: attentionTolerance({ ...sizes, scale }),
    torch: () => {
      const own = {
        ...table,
        ...where,
        precision: /** @type {const} */ ('torch'),
      };
      return run(project(pe.make({ method: 'sinusoidal', ...own }).data));
    },
    torchWithin: attentionTolerance({ ...sizes, scale, componentError }),
  });
}

export const attentionAdded = {
  'attention.sinusoidal_added': {
    params: ['base', 'causal', 'dim', 'heads', 'length'],
    tensors: ['Wq', 'Wk', 'Wv', 'x', 'pe', 'probs', 'out'],
    run: sinusoidalAdded,
  },
};
