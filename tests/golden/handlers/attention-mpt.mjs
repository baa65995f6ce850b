// @ts-check
/** The attention module of MPT: projections, ALiBi, and an output layer. */

import { u } from '../tolerance.mjs';
import { attentionTolerance, checkAttention } from './attention-error.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** The largest sum of absolute numbers in a row. @param {Float32Array} w
 * @param {number} dim */
export function widestRow(w, dim) {
  let most = 0;
  for (let i = 0; i < w.length; i += dim) {
    const row = w.subarray(i, i + dim);
    most = Math.max(
      most,
      row.reduce((sum, x) => sum + Math.abs(x), 0),
    );
  }
  return most;
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function mpt(pe, c, check) {
  const dim = c.size('hidden', c.shape('x').at(-1));
  const heads = c.size('heads', c.shape('alibi')[0]);
  const length = c.size('length', c.shape('x').at(-2));
  const headDim = dim / heads;
  const all = c.float32('Wqkv.weight');
  const [queryWeight, keyWeight, valueWeight] = [0, 1, 2].map((part) =>
    all.slice(part * dim * dim, (part + 1) * dim * dim),
  );
  const outputWeight = c.float32('out_proj.weight');
  const x = c.float32('x');
  const shape = c.shape('x');
  const input = {
    x: /** @type {const} */ ({ data: x, shape, dtype: 'float32' }),
    ...{ heads, queryWeight, keyWeight, valueWeight, outputWeight },
    causal: c.param('causal', false),
    bias: /** @type {const} */ ({ method: 'alibi', form: 'key' }),
    keyStart: 1 - length,
  };
  const spec = /** @type {const} */ ({ method: 'attention', ...input });
  const { weights, output, terms } = pe.make({ ...spec, terms: true });
  const alibi = terms?.alibi?.data ?? new Float32Array();
  // All queries have the same row.
  const rows = Array.from({ length: heads }, (_, h) =>
    Array.from(alibi.slice(h * length * length, h * length * length + length)),
  );
  check.near(
    'alibi',
    Float32Array.from(rows.flat()),
    (_, want) => u * Math.abs(want) + 1e-10,
  );

  // The projections in float64, for the sizes of queries, keys and values.
  const [q, k, v] = [queryWeight, keyWeight, valueWeight].map((w) =>
    Float32Array.from({ length: length * dim }, (_, i) => {
      const [row, column] = [Math.floor(i / dim) * dim, (i % dim) * dim];
      let sum = 0;
      for (let d = 0; d < dim; ++d) {
        sum += Number(x[row + d]) * Number(w?.[column + d]);
      }
      return sum;
    }),
  );
  if (!q || !k || !v) throw new Error('no projections');
  const farthest = x.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const componentError = (dim + 1) * u * farthest * widestRow(all, dim);
  const within = attentionTolerance({
    ...{ q, k, v, keys: length, headDim, bias: alibi, componentError },
    scale: 1 / Math.sqrt(headDim),
  });
  // The output layer adds errors of its own products.
  const wide = widestRow(outputWeight, dim);
  const size = wide * within.outputScale();
  const behind = {
    ...within,
    output: () => wide * within.output() + (dim + 1) * u * size,
    outputScale: () => size,
  };
  const result = {
    weights: weights.data,
    output: output?.data ?? new Float32Array(),
  };
  checkAttention(check, {
    exact: result,
    within: behind,
    torch: () => result,
    torchWithin: behind,
  });
}

export const attentionMpt = {
  'attention.mpt_module': {
    params: ['hidden', 'heads', 'length', 'causal'],
    tensors: [
      ...['Wqkv.weight', 'out_proj.weight', 'x', 'alibi', 'probs', 'out'],
    ],
    run: mpt,
  },
};
