// @ts-check
/** KERPLE: biases by learned kernels of the distance, and their gradients. */

import { ulp32 } from '../compare.mjs';
import { checkMap, rounded, summed } from './maps.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SpecOf<'kerple'>} Kerple
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('../compare.mjs').Tolerance} Tolerance
 * @typedef {import('./maps.mjs').Float} Float
 * @typedef {import('posenc').BiasGradients} Gradients
 */

/** The names of learned parameters in a case. @typedef {Record<string, string>} Names */

/** The learned parameters that a case has. @param {Case} c @param {Names} names */
const learned = (c, names) =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([, name]) => c.has(name))
      .map(([option, name]) => [option, c.float32(name)]),
  );

/**
 * Compares x · factor + bias, and the gradients of it: as maps in float64, and
 * inside attention. Its content is x there: the queries of a head are the rows
 * of x, and each key is a unit vector.
 *
 * @param {'log' | 'power'} form @param {Names} names of the bias's parameters
 */
const scores =
  (form, names) =>
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  (pe, c, check) => {
    const x = c.float32('x');
    const [heads = 1, queries = 1, keys = 1] = c.shape('x');
    const minimum = c.param('eps', 0.01);
    const own = { heads, minimum, bidirectional: false };
    /** @type {Kerple} */
    const bias = { method: 'kerple', ...own, form, ...learned(c, names) };
    /** @type {Names} */
    const weights = { scale: 'wei_a', exponent: 'wei_p' };
    /** @type {Kerple} */
    const factor = {
      ...{ method: 'kerple', ...own, form: 'factor', ...learned(c, weights) },
    };
    const factored = Object.values(weights).some((name) => c.has(name));

    const map = (/** @type {Kerple} */ spec) =>
      pe.make({ ...spec, queries, keys, dtype: 'float64' }).data;
    const factors = factored ? map(factor) : x.map(() => 1);
    const plus = map(bias);
    const exact = Array.from(
      x,
      (score, i) => score * Number(factors[i]) + Number(plus[i]),
    );
    check.near('out', exact, () => 1e-12);

    const q = swapped(x, heads, queries, keys);
    const k = Float32Array.from({ length: keys * heads * keys }, (_, i) =>
      Math.floor(i / (heads * keys)) === i % keys ? 1 : 0,
    );
    const options = {
      ...{ q, k, heads, keyHeads: heads, headDim: keys, scale: 1 },
      bias: factored ? [bias, factor] : [bias],
    };
    const { data } = pe.attention(options).scores;
    // x, the bias and the factor's term are rounded, and so are their sums.
    /** @type {Tolerance} */
    const within = (i, want) =>
      2 * (ulp32(want) + ulp32(Number(x[i])) + ulp32(Number(plus[i])));
    const larger = (/** @type {number} */ i, /** @type {number} */ want) =>
      Math.max(Math.abs(want), Math.abs(Number(x[i])));
    check.near('out', data, within, larger);
    check.nearRounded('out', () => Float32Array.from(exact), within);

    const scoresUpstream = c.float32('upstream');
    const gradient = pe.attentionGradient({ ...options, scoresUpstream });
    const byX = gradient.q?.data ?? [];
    // With a factor, upstream · (factor - 1) is rounded and added to upstream.
    /** @type {Tolerance} */
    const byContent = (i, want) =>
      rounded(i, want) + (factored ? ulp32(Number(scoresUpstream[i])) : 0);
    const upstream = (/** @type {number} */ i, /** @type {number} */ want) =>
      Math.max(Math.abs(want), Math.abs(Number(scoresUpstream[i])));
    const gradX = swapped(byX, queries, heads, keys);
    check.near('grad_x', gradX, byContent, upstream);
    const [byBias = {}, byFactor = {}] = /** @type {Gradients[]} */ (
      gradient.bias ?? []
    );
    const near = (
      /** @type {Gradients} */ found,
      /** @type {Names} */ wanted,
      /** @type {Tolerance} */ tolerance,
    ) => {
      for (const [option, name] of Object.entries(wanted)) {
        const by = found[option];
        if (by) check.near(`grad_${name}`, by.data, tolerance);
      }
    };
    near(byBias, names, summed);
    // The gradient by the factor, a product with x, is rounded to float32.
    near(byFactor, weights, () => 1e-6);
  };

/** Swaps the first two axes. @param {ArrayLike<number>} data
 * @param {number} first @param {number} second @param {number} width */
function swapped(data, first, second, width) {
  return Float32Array.from({ length: data.length }, (_, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    const [b, a] = [Math.floor(row / first), row % first];
    return Number(data[(a * second + b) * width + column]);
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function nemo(pe, c, check) {
  const scale = c.float32('kerple_b');
  /** @type {Kerple} */
  const bias = {
    method: 'kerple',
    heads: scale.length,
    scale,
    rate: c.float32('kerple_a'),
    exponent: c.float32('kerple_p'),
    minimum: 0,
    bidirectional: c.param('bidirectional', false),
    queries: c.param('seq_len'),
  };
  const map = (/** @type {Float} */ dtype) => pe.make({ ...bias, dtype }).data;
  checkMap(check, 'bias', map, (_, want) => 8 * ulp32(want));
}

const tensors = [
  ...['x', 'upstream', 'out', 'grad_x'],
  /^(grad_)?(bias|wei)_[ap]$/,
];
const params = ['heads', 'k_len', 'q_len', 'pos_emb', 'eps'];

export const kerple = {
  'kerple.log': {
    params,
    tensors,
    run: scores('log', { scale: 'bias_p', rate: 'bias_a' }),
  },
  'kerple.power': {
    params,
    tensors,
    run: scores('power', { scale: 'bias_a', exponent: 'bias_p' }),
  },
  'kerple.nemo_abp': {
    params: ['heads', 'seq_len', 'bidirectional'],
    tensors: [/^kerple_[abp]$/, 'bias'],
    run: nemo,
  },
};
