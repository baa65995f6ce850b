// @ts-check
/** Relative keys of BERT. */

import { checkBoth, tensor } from './modules.mjs';
import { checkMasked, keyMaskOf, layerTolerance } from './relative.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** @param {'key' | 'keyQuery'} form */
function relativeKey(form) {
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  return (pe, c, check) => {
    const [batch = 1, length = 1, dim = 1] = c.shape('x');
    c.size('hidden', dim);
    c.size('seq_len', length);
    const heads = c.param('heads', 1);
    const headDim = dim / heads;
    const x = c.float32('x');
    const table = c.float32('distance_embedding.weight');
    const layer = (/** @type {string} */ name) => ({
      weight: c.float32(`${name}.weight`),
      bias: c.float32(`${name}.bias`),
    });
    const [query, key, value] = [layer('query'), layer('key'), layer('value')];
    const keyMask = keyMaskOf(check.expected('scores'), batch, length);
    const { scores, weights, output } = pe.make({
      method: 'attention',
      ...{ x: tensor(x, batch, length, dim), heads, keyMask },
      ...{ queryWeight: query.weight, queryBias: query.bias },
      ...{ keyWeight: key.weight, keyBias: key.bias },
      ...{ valueWeight: value.weight, valueBias: value.bias },
      relative: {
        ...{ method: 'relativeKey', table, form },
        maxPosition: c.param('max_position_embeddings', 0),
      },
    });
    const scale = 1 / Math.sqrt(headDim);
    const within = layerTolerance({
      ...{ x, dim, headDim, keys: length, scale, query, key, value },
      byQueries: table,
      ...(form === 'keyQuery' && { byKeys: table }),
    });
    checkMasked(check, 'scores', scores.data, within.score);
    checkBoth(check, 'probs', weights.data, within.weights);
    const found = output?.data ?? new Float32Array();
    checkBoth(check, 'context', found, within.output);
  };
}

const whole = {
  params: ['hidden', 'heads', 'seq_len', 'max_position_embeddings'],
  tensors: [
    /^(query|key|value)\.(weight|bias)$/,
    ...['distance_embedding.weight', 'x', 'scores', 'probs', 'context'],
  ],
};

export const bert = {
  'bert.relative_key': { ...whole, run: relativeKey('key') },
  'bert.relative_key_query': { ...whole, run: relativeKey('keyQuery') },
};
