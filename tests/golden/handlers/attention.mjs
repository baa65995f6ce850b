// @ts-check
/** Attention: weights, output and gradients of one or several heads. */

import { farthestOf } from '../tolerance.mjs';
import {
  attentionTolerance,
  checkAttention,
  gradientTolerance,
} from './attention-error.mjs';
import { torchAngleError, word } from './rotary.mjs';
import { swap } from './rows.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./rotary.mjs').R} R
 * @typedef {import('posenc').SpecOf<'attention'>} Spec
 */

const POSITIONS = /** @type {const} */ ([
  ...['none', 'rope', 'rope_interleaved', 'alibi', 'alibi_symmetric', 't5'],
]);

/**
 * The rotation of a case, or null if it has none.
 *
 * @param {Case} c @param {string} position
 * @param {number} headDim
 * @returns {R | null}
 */
function rotaryOf(c, position, headDim) {
  if (!position.startsWith('rope')) return null;
  const layout = position === 'rope' ? 'half' : 'interleaved';
  return {
    headDim,
    rotaryDim: c.param('rotary_dim', headDim),
    theta: c.param('base', 10000),
    layout: word(c, 'pairing', ['half', 'interleaved'], layout),
  };
}

/**
 * The bias of a case, or null if it has none.
 *
 * @param {Case} c @param {string} position @param {boolean} causal
 * @returns {Spec['bias'] | null}
 */
function biasOf(c, position, causal) {
  switch (position) {
    case 'alibi':
      return { method: 'alibi', form: 'causal' };
    case 'alibi_symmetric':
      return { method: 'alibi' };
    default:
      return position === 't5'
        ? /** @type {Spec['bias']} */ ({
            method: 't5Bias',
            table: {
              data: c.float32('weight'),
              shape: c.shape('weight'),
              dtype: 'float32',
            },
            bidirectional: !causal,
          })
        : null;
  }
}

/**
 * Sizes of queries, keys and values, which are [batch, heads, seq, width] or
 * lack leading axes.
 * @param {Case} c
 */
function sizesOf(c) {
  const [q, k] = [c.shape('q'), c.shape('k')];
  return {
    batch: c.size('batch', q.at(-4) ?? 1),
    heads: c.size('heads', q.at(-3) ?? 1),
    queries: c.size('q_len', q.at(-2)),
    headDim: c.size('head_dim', q.at(-1)),
    keyHeads: c.size('kv_heads', k.at(-3) ?? 1),
    keys: c.size('k_len', k.at(-2)),
  };
}

/**
 * Swaps the axes of heads and rows in each item of a batch.
 *
 * @param {Float32Array} x @param {number} batch
 * @param {number} first @param {number} second lengths of the two axes
 */
function swapped(x, batch, first, second) {
  const size = x.length / batch;
  const parts = Array.from({ length: batch }, (_, b) =>
    Array.from(swap(x.slice(b * size, (b + 1) * size), first, second)),
  );
  return Float32Array.from(parts.flat());
}

/** @param {(typeof POSITIONS)[number]} own the position of the method */
function run(own) {
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  return (pe, c, check) => {
    const sizes = sizesOf(c);
    const { batch, heads, queries, headDim, keyHeads, keys } = sizes;
    const position = word(c, 'position', POSITIONS, own);
    const causal = c.param('causal', false);
    const r = rotaryOf(c, position, headDim);
    const bias = biasOf(c, position, causal);
    const scale = c.param('scale', 1 / Math.sqrt(headDim));
    const window = c.param('window', /** @type {number | null} */ (null));
    const [q, k] = [c.float32('q'), c.float32('k')];
    // Without values there are only weights.
    const v = check.wants('out') ? c.float32('v') : new Float32Array();

    const options = (/** @type {'exact' | 'torch'} */ precision) => ({
      q: swapped(q, batch, heads, queries),
      k: swapped(k, batch, keyHeads, keys),
      ...(v.length > 0 && { v: swapped(v, batch, keyHeads, keys) }),
      ...{ batch, heads, keyHeads, headDim, scale, causal },
      ...(r && { rotary: pe.make({ method: 'rope', ...r, precision }) }),
      ...(bias && { bias }),
      ...(window !== null && {
        window: [window - 1, causal ? 0 : window - 1],
      }),
    });
    const attend = (/** @type {'exact' | 'torch'} */ precision) => {
      const {
        weights,
        output,
        terms = {},
      } = pe.make({
        method: 'attention',
        ...options(precision),
        terms: true,
      });
      const none = new Float32Array();
      const [map] = Object.entries(terms).filter(([n]) => n !== 'content');
      return {
        weights: weights.data,
        output: output?.data ?? none,
        bias: map?.[1].data ?? none,
      };
    };
    let angleError = 0;
    for (let pair = 0; r && pair < r.rotaryDim / 2; ++pair) {
      // No query has a larger position than the last key.
      angleError = Math.max(angleError, torchAngleError(r, pair, keys));
    }
    const exact = attend('exact');
    const shape = { q, k, v, keys, headDim, scale, bias: exact.bias };
    const within = attentionTolerance(shape);
    const torch = r ? attend('torch') : exact;
    checkAttention(check, {
      exact,
      within,
      torch: () => torch,
      torchWithin: attentionTolerance({ ...shape, angleError }),
    });
    check.near(
      'bias',
      exact.bias,
      (_, want) => 2 ** -24 * Math.abs(want) + 1e-10,
    );
    if (!check.golden.has('grad_q')) return;

    const upstream = c.float32('upstream');
    const gradient = pe.make({
      method: 'attentionGradient',
      ...options('exact'),
      upstream,
    });
    const valueDim = v.length / (batch * keyHeads * keys);
    const allowed = gradientTolerance({
      ...{ q, k, v, upstream, queries, keys, headDim, valueDim, scale },
      group: heads / keyHeads,
      relative: within.relative,
    });
    const of = (/** @type {'q' | 'k' | 'v'} */ name) => {
      const rows = name === 'q' ? queries : keys;
      const { data } = gradient[name] ?? { data: new Float32Array() };
      const own = name === 'q' ? heads : keyHeads;
      const found = swapped(data, batch, rows, own);
      const size = () => farthestOf(check.expected(`grad_${name}`));
      check.near(`grad_${name}`, found, allowed[name], size);
    };
    of('q');
    of('k');
    of('v');
    if (!bias) return;
    const { table } = /** @type {Record<string, import('posenc').Tensor>} */ (
      gradient.bias
    );
    if (table) check.near('grad_weight', table.data, allowed.bias);
  };
}

const gradients = ['upstream', 'grad_q', 'grad_k', 'grad_v'];
const whole = {
  params: [
    ...['base', 'batch', 'causal', 'head_dim', 'heads', 'k_len', 'kv_heads'],
    ...['pairing', 'position', 'q_len', 'rotary_dim', 'scale', 'window'],
  ],
  tensors: ['q', 'k', 'v', 'probs', 'out', ...gradients],
};
const biased = { ...whole, tensors: [...whole.tensors, 'bias'] };
const t5 = [...biased.tensors, 'weight', 'grad_weight'];

export const attention = {
  'attention.none': { ...whole, run: run('none') },
  'attention.rope': { ...whole, run: run('rope') },
  'attention.rope_interleaved': { ...whole, run: run('rope_interleaved') },
  'attention.alibi': { ...biased, run: run('alibi') },
  'attention.alibi_symmetric': { ...biased, run: run('alibi_symmetric') },
  'attention.t5': { ...biased, tensors: t5, run: run('t5') },
};
