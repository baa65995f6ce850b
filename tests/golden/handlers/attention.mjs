// @ts-check
/** Attention: weights and output of one or several heads. */

import {
  attentionTolerance,
  checkAttention,
  joined,
} from './attention-error.mjs';
import { torchAngleError, word } from './rotary.mjs';
import { swap } from './rows.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./rotary.mjs').R} R
 * @typedef {'none' | 'rope' | 'rope_interleaved'} Position
 */

/**
 * The rotation of a case, or null if it has none.
 *
 * @param {Case} c @param {Position} own the position of the method
 * @param {number} headDim
 * @returns {R | null}
 */
function rotaryOf(c, own, headDim) {
  const words = /** @type {const} */ (['none', 'rope', 'rope_interleaved']);
  const position = word(c, 'position', words, own);
  if (position === 'none') return null;
  const layout = position === 'rope' ? 'half' : 'interleaved';
  return {
    headDim,
    rotaryDim: c.param('rotary_dim', headDim),
    theta: c.param('base', 10000),
    layout: word(c, 'pairing', ['half', 'interleaved'], layout),
  };
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

/** @param {Position} own the position of the method */
function rotaryAttention(own) {
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  return (pe, c, check) => {
    const { batch, heads, queries, headDim, keyHeads, keys } = sizesOf(c);
    const r = rotaryOf(c, own, headDim);
    const scale = c.param('scale', 1 / Math.sqrt(headDim));
    const [q, k] = [c.float32('q'), c.float32('k')];
    // Without values there are only weights.
    const v = check.wants('out') ? c.float32('v') : new Float32Array();
    /** One sequence of a batch, as [seq, heads, width].
     * @param {Float32Array} x @param {number} b @param {number} n
     * @param {number} length */
    const sequence = (x, b, n, length) => {
      const size = x.length / batch;
      return swap(x.slice(b * size, (b + 1) * size), n, length);
    };
    const run = (/** @type {'exact' | 'torch'} */ precision) => {
      const rotary = r
        ? { rotary: pe.make({ method: 'rope', ...r, precision }) }
        : {};
      const results = Array.from({ length: batch }, (_, b) => {
        const { weights, output } = pe.make({
          method: 'attention',
          ...rotary,
          q: sequence(q, b, heads, queries),
          k: sequence(k, b, keyHeads, keys),
          ...(v.length > 0 ? { v: sequence(v, b, keyHeads, keys) } : {}),
          heads,
          keyHeads,
          headDim,
          scale,
          causal: c.param('causal', false),
        });
        const none = new Float32Array();
        return { weights: weights.data, output: output?.data ?? none };
      });
      return joined(results);
    };
    let angleError = 0;
    for (let pair = 0; r && pair < r.rotaryDim / 2; ++pair) {
      // No query has a larger position than the last key.
      angleError = Math.max(angleError, torchAngleError(r, pair, keys));
    }
    const shape = { q, k, v, keys, headDim, scale };
    const torch = run('torch');
    checkAttention(check, {
      exact: run('exact'),
      within: attentionTolerance(shape),
      torch: () => torch,
      torchWithin: attentionTolerance({ ...shape, angleError }),
    });
  };
}

const whole = {
  params: [
    ...['base', 'batch', 'causal', 'head_dim', 'heads', 'k_len', 'kv_heads'],
    ...['pairing', 'position', 'q_len', 'rotary_dim', 'scale', 'window'],
  ],
  tensors: ['q', 'k', 'v', 'probs', 'out', 'upstream'],
};

export const attention = {
  'attention.none': { ...whole, run: rotaryAttention('none') },
  'attention.rope': { ...whole, run: rotaryAttention('rope') },
  'attention.rope_interleaved': {
    ...whole,
    run: rotaryAttention('rope_interleaved'),
  },
};
