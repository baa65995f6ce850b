// @ts-check
/** XLNet: whole attention modules, with segments and with two streams. */

import { roundedTolerance, u } from '../tolerance.mjs';
import { checkAttention } from './attention-error.mjs';
import {
  checkScores,
  itemOf,
  joinedArrays,
  layerNorm,
  linear,
  moduleTolerance,
  tensor,
  transposed,
} from './modules.mjs';
import { word } from './rotary.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {ReturnType<typeof sizesOf>} Sizes
 */

/** @param {Case} c */
function sizesOf(c) {
  const [queries = 1, batch = 1, dim = 1] = c.shape('x');
  const [, heads = 1, headDim = 1] = c.shape('q');
  const memory = c.has('mems') ? Number(c.shape('mems')[0]) : 0;
  return {
    queries: c.size('q_len', queries),
    batch: c.size('batch', batch),
    dim: c.size('d_model', dim),
    heads: c.size('heads', heads),
    headDim: c.size('d_head', headDim),
    memory: c.size('mem_len', memory),
    keys: queries + memory,
  };
}

/** The spec of the relative terms of an item.
 * @param {Case} c @param {Sizes} sizes @param {number} item */
function termsOf(c, { batch, heads, headDim }, item) {
  const clampLength = c.param('clamp_len', /** @type {number} */ (-1));
  const segments = c.param('segments', false)
    ? {
        segmentTable: c.float32('seg_embed'),
        segmentBias: c.float32('r_s_bias'),
        segments: c
          .numbers('segment_of_key')
          .filter((_, i) => i % batch === item),
      }
    : {};
  return {
    method: /** @type {const} */ ('xlnet'),
    positionWeight: transposed(c.tensor('r').data, heads * headDim),
    contentBias: c.float32('r_w_bias'),
    positionBias: c.float32('r_r_bias'),
    mirrored: c.param('bi_data', false) && item >= batch / 2,
    ...(clampLength > 0 && { clampLength }),
    ...segments,
  };
}

/** Whether texts are read in one direction. @param {Case} c */
const isOneWay = (c) => word(c, 'attn_type', ['bi', 'uni'], 'bi') === 'uni';

/**
 * The mask of an item: the permutation hides keys, and so do texts that are read
 * in one direction. In the stream of the content, a token sees itself.
 *
 * @param {Case} c @param {Sizes} sizes @param {number} item
 * @param {boolean} content
 */
function maskOf(c, { batch, queries, keys, memory }, item, content) {
  const hidden = c.has('perm_mask') ? c.numbers('perm_mask') : [];
  const oneWay = isOneWay(c);
  const data = Int32Array.from({ length: queries * keys }, (_, n) => {
    const [query, key] = [Math.floor(n / keys), (n % keys) - memory];
    if (content && key === query) return 1;
    if (oneWay && key > query) return 0;
    const at = (query * queries + key) * batch + item;
    return key >= 0 && hidden[at] === 1 ? 0 : 1;
  });
  return { data, shape: [queries, keys], dtype: 'int32' };
}

/**
 * The rows of the reference's list of positions, which runs from `keys` to
 * `-queries + 1`, or to 0 for texts that are read in one direction.
 *
 * @param {Posenc} pe @param {Case} c @param {Sizes} sizes
 */
function sinusoidsOf(pe, c, { queries, keys, dim }) {
  const oneWay = isOneWay(c);
  const clamp = c.param('clamp_len', /** @type {number} */ (-1));
  const limit = clamp > 0 ? clamp : Infinity;
  const positions = Array.from(
    { length: keys + (oneWay ? 1 : queries) },
    (_, t) => Math.min(Math.max(keys - t, -limit), limit),
  );
  const rows = (/** @type {number} */ sign) =>
    pe.make({
      ...{ method: 'sinusoidal', dim, layout: 'blocks' },
      positions: positions.map((position) => sign * position),
    }).data;
  if (!c.param('bi_data', false)) return rows(1);
  // Both directions, the columns of the batch.
  const both = [rows(1), rows(-1)];
  return Float32Array.from({ length: 2 * positions.length * dim }, (_, n) => {
    const [row, side] = [Math.floor(n / (2 * dim)), Math.floor(n / dim) % 2];
    return Number(both[side]?.[row * dim + (n % dim)]);
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function xlnet(pe, c, check) {
  const sizes = sizesOf(c);
  const sinusoids = sinusoidsOf(pe, c, sizes);
  check.near('pos_emb', sinusoids, roundedTolerance(sizes.keys));
  check.nearRounded(
    'pos_emb',
    () => sinusoids,
    () => 2 * u * (sizes.keys + 2),
  );
  stream(pe, c, check, sizes, sinusoids, true);
  if (c.param('two_stream', false)) {
    stream(pe, c, check, sizes, sinusoids, false);
  }
}

/**
 * Runs one stream. That of the queries asks from `g`, and a token does not see
 * itself there; keys and values are those of the content.
 *
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 * @param {Sizes} sizes @param {Float32Array} sinusoids
 * @param {boolean} content
 */
function stream(pe, c, check, sizes, sinusoids, content) {
  const { batch, dim, heads, headDim, queries, keys } = sizes;
  const width = heads * headDim;
  const [query, key, value] = ['q', 'k', 'v'].map((name) =>
    transposed(c.tensor(name).data, width),
  );
  if (!query || !key || !value) throw new Error('no projections');
  const out = c.float32('o');
  const x = c.float32('x');
  const asking = content ? x : c.float32('g');
  const all = c.has('mems') ? joinedArrays(c.float32('mems'), x) : x;
  const results = Array.from({ length: batch }, (_, item) =>
    pe.make({
      method: 'attention',
      x: tensor(itemOf(asking, batch, dim, item), queries, dim),
      context: tensor(itemOf(all, batch, dim, item), keys, dim),
      ...{ queryWeight: query, keyWeight: key, valueWeight: value },
      ...{ outputWeight: out, heads, headDim },
      mask: maskOf(c, sizes, item, content),
      relative: termsOf(c, sizes, item),
    }),
  );
  const inputs = joinedArrays(all, asking);
  const rows = linear(sinusoids, termsOf(c, sizes, 0).positionWeight, dim);
  const [q, k] = [query, key].map((weight) => linear(inputs, weight, dim));
  if (!q || !k) throw new Error('no queries and keys');
  const segments = c.param('segments', false);
  /** @type {[Float32Array, Float32Array][]} */
  const ofSegments = segments
    ? [
        [q, c.float32('seg_embed')],
        [c.float32('r_s_bias'), c.float32('seg_embed')],
      ]
    : [];
  const within = moduleTolerance({
    ...{ x: inputs, dim, headDim, keys, out, query, key, value },
    scale: 1 / Math.sqrt(headDim),
    terms: [
      [c.float32('r_w_bias'), k],
      [q, rows],
      [c.float32('r_r_bias'), rows],
      ...ofSegments,
    ],
  });
  const joined = (/** @type {'scores' | 'weights'} */ name) =>
    joinedArrays(...results.map((result) => result[name].data));
  const sum = Float64Array.from(asking, (own, n) => {
    const [row, item] = [
      Math.floor(n / (batch * dim)),
      Math.floor(n / dim) % batch,
    ];
    const output = results[item]?.output?.data ?? [];
    return own + Number(output[row * dim + (n % dim)]);
  });
  const normed = layerNorm(sum, {
    weight: c.float32('layer_norm.weight'),
    bias: c.float32('layer_norm.bias'),
    epsilon: c.param('layer_norm_eps', 1e-12),
  });
  const found = {
    weights: joined('weights'),
    output: Float32Array.from(normed.out),
  };
  const growth = Math.max(1, normed.growth);
  const behind = {
    ...within,
    output: () => growth * (within.output() + 2 * u * within.outputScale()),
  };
  if (content && check.wants('scores')) {
    checkScores(check, joined('scores'), within.score);
  }
  checkAttention(check, {
    exact: found,
    within: behind,
    torch: () => found,
    torchWithin: behind,
    ...(content ? {} : { suffix: '_g' }),
  });
}

export const xlnetModules = {
  xlnet: {
    params: [
      ...['d_model', 'heads', 'd_head', 'q_len', 'mem_len', 'batch'],
      ...['attn_type', 'segments', 'clamp_len', 'bi_data', 'two_stream'],
      'layer_norm_eps',
    ],
    tensors: [
      ...['q', 'k', 'v', 'o', 'r', 'r_r_bias', 'r_s_bias', 'r_w_bias'],
      ...['seg_embed', 'layer_norm.weight', 'layer_norm.bias', 'x', 'mems'],
      ...['segment_of_key', 'segment_differs', 'perm_mask', 'g', 'pos_emb'],
      ...['scores', 'probs', 'out', 'probs_g', 'out_g'],
    ],
    run: xlnet,
  },
};
