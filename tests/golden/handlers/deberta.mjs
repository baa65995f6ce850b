// @ts-check
/** The disentangled attention of DeBERTa, versions 1 to 3. */

import { u } from '../tolerance.mjs';
import { checkBoth, checkGradient, linear, tensor } from './modules.mjs';
import { checkMasked, layerTolerance } from './relative.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SpecOf<'deberta'>} Deberta
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('./relative.mjs').Layer} Layer
 */

/** The layers of a case and its terms.
 * @typedef {{ query: Layer, key: Layer, value: Layer, ofKeys?: Layer,
 *   ofQueries?: Layer }} Layers
 */

/** @param {Case} c @param {string} name @param {boolean} [biased] */
const layer = (c, name, biased = true) => ({
  weight: c.float32(`${name}.weight`),
  ...(biased && { bias: c.float32(`${name}.bias`) }),
});

/**
 * Version 1: the rows of one weight are queries, keys and values of a head, then
 * those of the next.
 * @param {Case} c @param {number} dim @param {number} heads @returns {Layers}
 */
function first(c, dim, heads) {
  const all = c.float32('in_proj.weight');
  const size = (dim / heads) * dim;
  const part = (/** @type {number} */ n) =>
    Float32Array.from({ length: dim * dim }, (_, i) => {
      const head = Math.floor(i / size);
      return Number(all[(head * 3 + n) * size + (i % size)]);
    });
  return {
    query: { weight: part(0), bias: c.float32('q_bias') },
    key: { weight: part(1) },
    value: { weight: part(2), bias: c.float32('v_bias') },
    ...(c.has('pos_proj.weight') && { ofKeys: layer(c, 'pos_proj', false) }),
    ...(c.has('pos_q_proj.weight') && { ofQueries: layer(c, 'pos_q_proj') }),
  };
}

/** Versions 2 and 3. @param {Case} c @returns {Layers} */
function later(c) {
  const shared = c.param('share_att_key', false);
  const [query, key] = [layer(c, 'query_proj'), layer(c, 'key_proj')];
  const own = (/** @type {string} */ name) =>
    c.has(`${name}.weight`) ? layer(c, name) : undefined;
  const ofKeys = shared ? key : own('pos_key_proj');
  const ofQueries = shared ? query : own('pos_query_proj');
  return {
    ...{ query, key, value: layer(c, 'value_proj') },
    ...(ofKeys && { ofKeys }),
    ...(ofQueries && { ofQueries }),
  };
}

/** Distances, in buckets if the case has some, as the library's rows say them.
 * @param {Posenc} pe @param {Case} c @param {number} length */
function relativePositions(pe, c, length) {
  const buckets = c.param('position_buckets', -1);
  const reach = buckets > 0 ? buckets : length + 1;
  const scheme = {
    type: /** @type {const} */ ('deberta'),
    ...(buckets > 0 && { buckets }),
    maxRelativePositions:
      buckets > 0 ? c.param('max_relative_positions', 512) : reach,
  };
  const { data } = pe.relativeIndices({ scheme, queries: length });
  return Int32Array.from(data, (row) => row - reach);
}

/** Scores with the largest of each row subtracted, which is exact enough: both
 * are numbers of the same size. @param {Float32Array} scores
 * @param {number} keys */
function belowLargest(scores, keys) {
  return scores.map((score, i) => {
    const row = scores.subarray(i - (i % keys), i - (i % keys) + keys);
    return score - Math.max(...row);
  });
}

/** @param {1 | 2} version */
function deberta(version) {
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  return (pe, c, check) => {
    const [batch = 1, length = 1, dim = 1] = c.shape('x');
    c.size('hidden', dim);
    c.size('length', length);
    if (c.gives('batch')) c.size('batch', batch);
    const heads = c.param('heads', 1);
    const headDim = dim / heads;
    const types = c.param('pos_att_type', '');
    const [c2p, p2c] = [types.includes('c2p'), types.includes('p2c')];
    const buckets = c.param('position_buckets', -1);
    const layers = version === 1 ? first(c, dim, heads) : later(c);
    const { query, key, value } = layers;
    const ofKeys = c2p ? layers.ofKeys : undefined;
    const ofQueries = p2c ? layers.ofQueries : undefined;
    const table = c.float32('rel_embeddings');
    /** @type {Deberta} */
    const relative = {
      ...{ method: 'deberta', table, c2p, p2c },
      ...(ofKeys && { keyWeight: ofKeys.weight, keyBias: ofKeys.bias }),
      ...(ofQueries && {
        ...{ queryWeight: ofQueries.weight, queryBias: ofQueries.bias },
      }),
      ...(buckets > 0 && {
        ...{ buckets, maxRelativePositions: c.param('max_relative_positions') },
      }),
    };
    const x = c.float32('x');
    const mask = c.has('attention_mask')
      ? {
          mask: {
            data: Array.from(c.tensor('attention_mask').data, Number),
            shape: [batch, length, length],
          },
        }
      : {};
    const options = {
      ...{ x: tensor(x, batch, length, dim), heads, relative },
      ...{ queryWeight: query.weight, queryBias: query.bias },
      ...{ keyWeight: key.weight, keyBias: key.bias },
      ...{ valueWeight: value.weight, valueBias: value.bias },
    };
    const masked = pe.make({ method: 'attention', ...options, ...mask });
    if (check.wants('relative_pos')) {
      check.same('relative_pos', relativePositions(pe, c, length));
    }

    const rows = (/** @type {Layer | undefined} */ of) =>
      of &&
      linear(table, of.weight, dim).map(
        (y, i) => y + Number(of.bias?.[i % dim] ?? 0),
      );
    const [byQueries, byKeys] = [rows(ofKeys), rows(ofQueries)];
    const scale = 1 / Math.sqrt(headDim * (1 + Number(c2p) + Number(p2c)));
    const within = layerTolerance({
      ...{ x, dim, headDim, keys: length, scale, query, key, value },
      ...(byQueries && { byQueries }),
      ...(byKeys && { byKeys }),
    });
    if (c.method === 'deberta.microsoft') {
      const { scores } = pe.make({ method: 'attention', ...options });
      const below = belowLargest(scores.data, length);
      checkMasked(check, 'scores', below, 2 * within.score + 4 * u);
    } else {
      checkMasked(check, 'scores', masked.scores.data, within.score);
    }
    checkBoth(check, 'probs', masked.weights.data, within.weights);
    const found = masked.output?.data ?? new Float32Array();
    checkBoth(check, 'context', found, within.output);
    if (!c.has('upstream')) return;

    const upstream = tensor(c.float32('upstream'), batch, length, dim);
    const gradient = pe.make({
      method: 'attentionGradient',
      ...{ ...options, ...mask, upstream: upstream.data },
    });
    const weights = /** @type {Record<string, import('posenc').Tensor>} */ (
      gradient.relative
    );
    const depth = 8 * (dim + length * batch * heads);
    const of = weights.table?.data ?? new Float32Array();
    checkGradient(check, 'grad_rel_embeddings', of, depth);
  };
}

const params = ['hidden', 'heads', 'length', 'max_relative_positions'];
const tensors = [
  ...['rel_embeddings', 'x', 'attention_mask', 'relative_pos', 'scores'],
  ...['probs', 'context'],
];
const modules = {
  params: [...params, 'batch', 'position_buckets', 'share_att_key'],
  tensors: [...tensors, /^(pos_)?(query|key|value)_proj\.(weight|bias)$/],
};

export const debertaModules = {
  'deberta.v1': {
    params: [...params, 'pos_att_type'],
    tensors: [
      ...[...tensors, 'q_bias', 'v_bias', 'in_proj.weight'],
      /^pos_(q_)?proj\.(weight|bias)$/,
    ],
    run: deberta(1),
  },
  'deberta.v2': {
    ...modules,
    params: [...modules.params, 'pos_att_type'],
    run: deberta(2),
  },
  'deberta.microsoft': {
    params: [...modules.params, 'pos_att_type'],
    tensors: [...modules.tensors, 'upstream', 'grad_rel_embeddings'],
    run: deberta(2),
  },
};
