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
 * Compares x · factor + bias, and the gradients of it.
 *
 * @param {'log' | 'power'} form @param {Names} names of the bias's parameters
 */
const scores =
  (form, names) =>
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  (pe, c, check) => {
    const x = c.float32('x');
    const upstream = c.float32('upstream');
    const [heads = 1, queries, keys] = c.shape('x');
    const minimum = c.param('eps', 0.01);
    const own = { heads, minimum, bidirectional: false };
    /** @type {Kerple} */
    const bias = { method: 'kerple', ...own, form, ...learned(c, names) };
    const weights = { scale: 'wei_a', exponent: 'wei_p' };
    /** @type {Kerple} */
    const factor = {
      ...{ method: 'kerple', ...own, form: 'factor', ...learned(c, weights) },
    };
    const factored = c.has('wei_a') || c.has('wei_p');
    const map = (/** @type {Kerple} */ spec, /** @type {Float} */ dtype) =>
      pe.make({ ...spec, queries, keys, dtype }).data;
    const factors = (/** @type {Float} */ dtype) =>
      factored ? map(factor, dtype) : x.map(() => 1);

    const out = (/** @type {Float} */ dtype) => {
      const [times, plus] = [factors(dtype), map(bias, dtype)];
      const sums = Array.from(x, (score, i) => {
        return score * Number(times[i]) + Number(plus[i]);
      });
      return dtype === 'float32' ? Float32Array.from(sums) : sums;
    };
    /** @type {Tolerance} */
    const within = (i, want) => ulp32(want) + 2 * ulp32(Number(x[i]));
    check.near('out', out('float64'), () => 1e-12);
    const larger = (/** @type {number} */ i, /** @type {number} */ want) =>
      Math.max(Math.abs(want), Math.abs(Number(x[i])));
    check.near('out', out('float32'), within, larger);
    check.nearRounded(
      'out',
      () => Float32Array.from(out('float64')),
      (i, want) => 8 * within(i, want),
    );

    const exact = factors('float64');
    const byX = upstream.map((by, i) => by * Number(exact[i]));
    check.near('grad_x', byX, rounded);
    const gradients = (
      /** @type {Kerple} */ spec,
      /** @type {Float32Array} */ by,
      /** @type {Names} */ wanted,
      /** @type {Tolerance} */ tolerance,
    ) => {
      const options = { bias: spec, upstream: by, queries, keys };
      const found = pe.biasGradient(options);
      for (const [option, name] of Object.entries(wanted)) {
        const gradient = found[option];
        if (gradient) check.near(`grad_${name}`, gradient.data, tolerance);
      }
    };
    gradients(bias, upstream, names, summed);
    // The products with x are rounded to float32 first.
    const byFactor = upstream.map((by, i) => by * Number(x[i]));
    if (factored) gradients(factor, byFactor, weights, () => 1e-6);
  };

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
