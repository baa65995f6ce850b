// @ts-check
/** TUPE: its terms alone, and in attention. */

import { u } from '../tolerance.mjs';
import { checkAttention } from './attention-error.mjs';
import {
  checkBoth,
  checkScores,
  layerNorm,
  linear,
  moduleTolerance,
  tensor,
} from './modules.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SpecOf<'tupe'>} Tupe
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** @param {Case} c */
function specOf(c) {
  const relative = c.param('rel_pos', false)
    ? {
        relativeTable: c.float32('relative_attention_bias.weight'),
        buckets: c.param('rel_pos_bins', 32),
        maxDistance: c.param('max_rel_pos', 128),
      }
    : {};
  return {
    method: /** @type {const} */ ('tupe'),
    table: c.float32('pos.weight'),
    queryWeight: c.float32('pos_q_linear.weight'),
    queryBias: c.float32('pos_q_linear.bias'),
    keyWeight: c.float32('pos_k_linear.weight'),
    keyBias: c.float32('pos_k_linear.bias'),
    normWeight: c.float32('pos_ln.weight'),
    normBias: c.float32('pos_ln.bias'),
    normEpsilon: c.param('layer_norm_eps', 1e-5),
    ...relative,
  };
}

/**
 * The bucket of each pair: what the term of the buckets reads from a table that
 * has in each row the number of the row.
 *
 * @param {Posenc} pe @param {Tupe} spec @param {number} heads
 */
function bucketsOf(pe, spec, heads) {
  const rows = (spec.buckets ?? 32) + 1;
  const relativeTable = Float32Array.from({ length: rows * heads }, (_, i) =>
    Math.floor(i / heads),
  );
  const { method: _, ...options } = spec;
  const maps = pe.tupe({ ...options, relativeTable, terms: true });
  const { data = [] } = maps.buckets ?? {};
  return Array.from(data).slice(0, data.length / heads);
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function tupeCase(pe, c, check) {
  const dim = c.size('dim', c.shape('x').at(-1));
  const length = c.size('length', c.shape('x')[0]);
  c.size('max_seq_len', Number(c.shape('pos.weight')[0]) - 1);
  const heads = c.param('heads', 1);
  const headDim = dim / heads;
  const scale = 1 / Math.sqrt(headDim * c.param('attn_scale_factor', 2));
  const spec = specOf(c);
  const places = { heads, headDim, queries: length };
  const map = /** @type {import('posenc').Tensor<'float32'>} */ (
    pe.make({ ...spec, ...places, scale })
  );
  if (check.wants('rp_bucket')) {
    check.same('rp_bucket', bucketsOf(pe, { ...spec, ...places }, heads));
  }

  const all = c.float32('in_proj_weight');
  const part = (/** @type {number} */ n) =>
    all.slice(n * dim * dim, (n + 1) * dim * dim);
  const x = c.float32('x');
  const outputWeight = c.float32('out_proj_weight');
  const result = pe.make({
    method: 'attention',
    ...{ x: tensor(x, length, dim), heads, headDim, outputWeight },
    ...{ queryWeight: part(0), keyWeight: part(1), valueWeight: part(2) },
    relative: spec,
  });

  const norm = { weight: spec.normWeight, bias: spec.normBias };
  const { out: rows } = layerNorm(Float64Array.from(spec.table), {
    ...{ ...norm, epsilon: spec.normEpsilon },
  });
  const positions = [spec.queryWeight, spec.keyWeight].map((weight, side) => {
    const bias = side === 0 ? spec.queryBias : spec.keyBias;
    const product = linear(rows, weight, dim);
    return product.map((y, i) => y + Number(bias[i % dim]));
  });
  const [ofQueries, ofKeys] = positions;
  if (!ofQueries || !ofKeys) throw new Error('no positions');
  const within = moduleTolerance({
    ...{ x, dim, headDim, keys: length, scale, out: outputWeight },
    ...{ query: part(0), key: part(1), value: part(2) },
    terms: [[ofQueries, ofKeys]],
    bias: 'relativeTable' in spec ? spec.relativeTable : [],
  });
  checkBoth(check, 'bias', map.data, () => within.score + 2 * u);
  checkScores(check, result.scores.data, within.score);
  const none = new Float32Array();
  const found = {
    weights: result.weights.data,
    output: result.output?.data ?? none,
  };
  checkAttention(check, {
    exact: found,
    within,
    torch: () => found,
    torchWithin: within,
  });
}

export const tupe = {
  tupe: {
    params: [
      ...['dim', 'heads', 'length', 'max_seq_len', 'rel_pos', 'rel_pos_bins'],
      ...['max_rel_pos', 'attn_scale_factor', 'layer_norm_eps'],
    ],
    tensors: [
      ...['pos.weight', 'pos_q_linear.weight', 'pos_q_linear.bias'],
      ...['pos_k_linear.weight', 'pos_k_linear.bias', 'pos_ln.weight'],
      ...['pos_ln.bias', 'relative_attention_bias.weight', 'in_proj_weight'],
      ...['out_proj_weight', 'x', 'rp_bucket', 'bias', 'scores', 'out'],
    ],
    run: tupeCase,
  },
};
