// @ts-check
/** Whole attention: weights and output of one head or several. */

import { u } from '../tolerance.mjs';
import { swap, torchAngleError, word } from './rotary.mjs';
import { checkTable } from './sinusoidal.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./rotary.mjs').R} R
 */

/**
 * The error of float32 attention. A score is a sum of headDim products, of
 * which |q||k|·scale bounds the absolute sum; with the rounding of both
 * rotations (about 4 u each), of their inputs and of the scale it is off by at
 * most δ. A weight is then off by the factor 1 ± (2δ + (keys + 6) u): the
 * scores above and below, exp, the sum of keys terms, the division. An output
 * adds a sum of keys products.
 *
 * @param {{ q: Float32Array, k: Float32Array, v: Float32Array, keys: number,
 *   headDim: number, scale: number, angleError?: number }} o
 */
function attentionTolerance(o) {
  const size = largestNorm(o.q, o.headDim) * largestNorm(o.k, o.headDim);
  // Both q and k may be turned by an angle that is off.
  const angles = 2 * (o.angleError ?? 0);
  const delta = size * o.scale * ((o.headDim + 12) * u + angles);
  const relative = 2 * delta + (o.keys + 6) * u;
  const largestV = o.v.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  return {
    weights: (/** @type {number} */ _, /** @type {number} */ want) =>
      relative * want,
    output: () => largestV * (relative + (o.keys + 1) * u),
    outputScale: () => largestV,
  };
}

/** @param {Float32Array} data @param {number} width */
function largestNorm(data, width) {
  let largest = 0;
  for (let i = 0; i < data.length; i += width) {
    largest = Math.max(largest, Math.hypot(...data.subarray(i, i + width)));
  }
  return largest;
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function rotaryAttention(pe, c, check) {
  const headDim = c.param('head_dim', 0);
  const position = word(c, 'position', ['none', 'rope', 'rope_interleaved']);
  /** @type {R | null} */
  const r =
    position === 'none'
      ? null
      : {
          headDim,
          rotaryDim: c.param('rotary_dim', headDim),
          theta: c.param('base', 10000),
          layout: word(c, 'pairing', ['half', 'interleaved']),
        };
  const batch = c.param('batch', 1);
  const [queries, keys] = [c.param('q_len', 0), c.param('k_len', 0)];
  const heads = c.param('heads', 0);
  const keyHeads = c.param('kv_heads', heads);
  const scale = c.param('scale', 1 / Math.sqrt(headDim));

  const [q, k, v] = [c.float32('q'), c.float32('k'), c.float32('v')];
  /** One sequence of a batch, as [seq, heads, width].
   * @param {Float32Array} x @param {number} b @param {number} n
   * @param {number} length */
  const sequence = (x, b, n, length) => {
    const size = x.length / batch;
    return swap(x.slice(b * size, (b + 1) * size), n, length);
  };
  const run = (/** @type {'exact' | 'torch'} */ precision) => {
    const rotary = r ? { rotary: pe.rope({ ...r, precision }) } : {};
    /** @type {{ probs: number[], out: number[] }} */
    const all = { probs: [], out: [] };
    for (let b = 0; b < batch; ++b) {
      const result = pe.attention({
        ...rotary,
        q: sequence(q, b, heads, queries),
        k: sequence(k, b, keyHeads, keys),
        v: sequence(v, b, keyHeads, keys),
        heads,
        keyHeads,
        headDim,
        scale,
        causal: c.param('causal', false),
      });
      all.probs.push(...result.weights.data);
      all.out.push(...(result.output?.data ?? []));
    }
    return {
      probs: Float32Array.from(all.probs),
      out: Float32Array.from(all.out),
    };
  };

  const shape = { q, k, v, keys, headDim, scale };
  const exact = run('exact');
  const tolerance = attentionTolerance(shape);
  check.near('probs', exact.probs, tolerance.weights);
  check.near('out', exact.out, tolerance.output, tolerance.outputScale);

  const torch = run('torch');
  let angleError = 0;
  for (let pair = 0; r && pair < r.rotaryDim / 2; ++pair) {
    angleError = Math.max(angleError, torchAngleError(r, pair, keys));
  }
  // Twice: the reference's own float32 run has all these errors too.
  const both = attentionTolerance({ ...shape, angleError });
  const { weights, output } = both;
  check.nearTorch(
    'probs',
    () => torch.probs,
    (i, want) => 2 * weights(i, want),
  );
  check.nearTorch(
    'out',
    () => torch.out,
    () => 2 * output(),
  );
}

/** Table, projections (summed here) and attention.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check */
function sinusoidalAdded(pe, c, check) {
  const length = c.param('length', 0);
  const dim = c.param('dim', 0);
  const heads = c.param('heads', 0);
  const table = /** @type {const} */ ({
    dim,
    base: c.param('base', 10000),
    layout: 'interleaved',
  });
  const where = { length, start: 0 };
  checkTable(pe, check, table, where, 'pe');
  const pe64 = pe.sinusoidal({ ...table, ...where, dtype: 'float64' }).data;
  const y = Array.from(c.float32('x'), (value, i) => value + Number(pe64[i]));
  /** y W^T, rounded to float32 once.
   * @param {string} weight */
  const project = (weight) => {
    const w = c.float32(weight);
    return Float32Array.from(y, (_, i) => {
      const [row, column] = [i - (i % dim), (i % dim) * dim];
      let sum = 0;
      for (let d = 0; d < dim; ++d) {
        sum += (y[row + d] ?? NaN) * (w[column + d] ?? NaN);
      }
      return sum;
    });
  };
  const [q, k, v] = [project('Wq'), project('Wk'), project('Wv')];
  const headDim = dim / heads;
  const causal = c.param('causal', false);
  const result = pe.attention({ q, k, v, heads, headDim, causal });
  const scale = 1 / Math.sqrt(headDim);
  const shape = { q, k, v, keys: length, headDim, scale };
  const tolerance = attentionTolerance(shape);
  check.near('probs', result.weights.data, tolerance.weights);
  const output = result.output?.data ?? [];
  check.near('out', output, tolerance.output, tolerance.outputScale);
}

const whole = {
  params: [
    ...['base', 'batch', 'causal', 'head_dim', 'heads', 'k_len', 'kv_heads'],
    ...['pairing', 'position', 'q_len', 'rotary_dim', 'scale', 'window'],
  ],
  tensors: ['q', 'k', 'v', 'probs', 'probs_f32', 'out', 'out_f32', 'upstream'],
  run: rotaryAttention,
};

export const attention = {
  'attention.none': whole,
  'attention.rope': whole,
  'attention.rope_interleaved': whole,
  'attention.sinusoidal_added': {
    params: ['base', 'causal', 'dim', 'heads', 'length'],
    tensors: ['Wq', 'Wk', 'Wv', 'x', 'pe', 'probs', 'out'],
    run: sinusoidalAdded,
  },
};
