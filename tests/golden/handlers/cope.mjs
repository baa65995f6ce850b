// @ts-check
/** CoPE: as a term alone, and in attention with gates of several kinds. */

import { farthestOf, u } from '../tolerance.mjs';
import {
  attentionTolerance,
  checkAttention,
  largestNorm,
} from './attention-error.mjs';
import { checkBoth, checkGradient, transposed } from './modules.mjs';
import { swap } from './rows.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/**
 * The derivative of a position is a difference of two products with table rows,
 * and a position is a sum of sigmoids of scores: an error of the scores moves a
 * term by at most this many times as much.
 *
 * @param {{ q: Float32Array, table: Float32Array, headDim: number, keys: number,
 *   scale: number }} o
 */
function growth({ q, table, headDim, keys, scale }) {
  const size = largestNorm(q, headDim) * largestNorm(table, headDim);
  return (scale * size * keys) / 2;
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function meta(pe, c, check) {
  const [batch = 1, queries = 1, headDim = 1] = c.shape('q');
  c.size('batch', batch);
  c.size('length', queries);
  c.size('head_dim', headDim);
  const positions = c.size('npos', c.shape('pos_emb').at(-1));
  const table = transposed(c.tensor('pos_emb').data, positions);
  const [q, k, v] = [c.float32('q'), c.float32('k'), c.float32('v')];
  const gates = c.param('sep_key', false) ? 'k_cope' : 'v';
  const apart = ['sep_key', 'val_gates'].some((name) => c.param(name, false));
  const options = {
    ...{ q, k, v, batch, heads: 1, headDim, causal: c.param('causal', true) },
    relative: {
      method: /** @type {const} */ ('cope'),
      table,
      scaled: !c.param('nodiv', false),
      ...(apart && { gateKeys: c.float32(gates) }),
    },
  };
  const scale = 1 / Math.sqrt(headDim);
  const { weights, output } = pe.make({ method: 'attention', ...options });
  const shape = { q, table, headDim, keys: queries };
  const from = { ...{ q, k, v, keys: queries, headDim, scale } };
  /** @type {[number, number]} */
  const lengths = [largestNorm(q, headDim), largestNorm(table, headDim)];
  const ofScores = attentionTolerance({ ...from, terms: [lengths] });
  const grown = ofScores.score * growth({ ...shape, scale: scale * 2 });
  // An error of a score beside its own is like one of a bias of this size.
  const bias = [farthestOf([grown]) / (3 * u)];
  const within = attentionTolerance({ ...from, terms: [lengths], bias });
  const none = new Float32Array();
  const result = { weights: weights.data, output: output?.data ?? none };
  checkBoth(check, 'attn', result.weights, within.weights);
  checkAttention(check, {
    exact: result,
    within,
    torch: () => result,
    torchWithin: within,
  });

  const gradient = pe.make({
    method: 'attentionGradient',
    ...options,
    upstream: c.float32('upstream'),
  });
  const ofTerm = /** @type {Record<string, import('posenc').Tensor>} */ (
    gradient.relative
  );
  const depth = 3 * queries + 3 * headDim + positions;
  /** @param {string} name @param {Float32Array | undefined} found */
  const near = (name, found) =>
    checkGradient(check, name, found ?? none, depth);
  near('grad_q', gradient.q?.data);
  // Values that open gates get a gradient from there, too.
  const gateGradient = ofTerm.gateKeys?.data;
  const values = gradient.v?.data;
  near('grad_k', gradient.k?.data);
  near(
    'grad_v',
    c.param('val_gates', false)
      ? values?.map((x, i) => x + Number(gateGradient?.[i]))
      : values,
  );
  const rows = Float32Array.from(ofTerm.table?.data ?? none);
  near('grad_pos_emb', transposed(rows, headDim));
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function alone(pe, c, check) {
  const [heads = 1, queries = 1, headDim = 1] = c.shape('q');
  c.size('heads', heads);
  c.size('length', queries);
  c.size('dim', headDim);
  c.size('max_pos', c.shape('pos_emb')[0]);
  const q = swap(c.float32('q'), heads, queries);
  const table = c.float32('pos_emb');
  const gateLogits = c.float32('attn_logits');
  const found = pe.make({
    ...{ method: 'cope', q, table, gateLogits, heads, headDim, causal: false },
    keys: queries,
  });
  const size = largestNorm(q, headDim) * largestNorm(table, headDim);
  const { data } = /** @type {import('posenc').Tensor<'float32'>} */ (found);
  checkBoth(check, 'cope', data, () => (headDim + 3) * u * size);
}

export const cope = {
  'cope.meta': {
    params: [
      ...['batch', 'length', 'head_dim', 'npos', 'sep_key', 'val_gates'],
      ...['nodiv', 'causal'],
    ],
    tensors: [
      ...['pos_emb', 'q', 'k', 'k_cope', 'v', 'upstream', 'attn', 'out'],
      ...['grad_pos_emb', 'grad_q', 'grad_k', 'grad_v'],
    ],
    run: meta,
  },
  'cope.xtransformers': {
    params: ['heads', 'length', 'dim', 'max_pos'],
    tensors: ['pos_emb', 'q', 'attn_logits', 'cope'],
    run: alone,
  },
};
