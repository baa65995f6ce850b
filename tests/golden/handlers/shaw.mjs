// @ts-check
/** Shaw's relative positions as tensor2tensor and OpenNMT compute them. */

import { farthestOf } from '../tolerance.mjs';
import { attentionTolerance, largestNorm } from './attention-error.mjs';
import { checkBoth, checkGradient, joinedArrays, tensor } from './modules.mjs';
import { checkMasked } from './relative.mjs';
import { swap } from './rows.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('posenc').SpecOf<'attention'>} Attention
 */

/** Swaps the second and third axis of [batch, a, b, width].
 * @param {Float32Array} data @param {number} batch @param {number} a
 * @param {number} b */
function swapped(data, batch, a, b) {
  const size = data.length / batch;
  const items = Array.from({ length: batch }, (_, item) =>
    swap(data.slice(item * size, (item + 1) * size), a, b),
  );
  return joinedArrays(...items);
}

/** A tensor [batch, heads, seq, width] as the library takes it: [batch, seq,
 * heads, width]. @param {Case} c @param {string} name */
function packed(c, name) {
  const [batch = 1, heads = 1, length = 1, width = 1] = c.shape(name);
  const data = swapped(c.float32(name), batch, heads, length);
  const unpack = (/** @type {ArrayLike<number>} */ found) =>
    swapped(Float32Array.from(found), batch, length, heads);
  return { ...tensor(data, batch, length, heads, width), unpack };
}

/**
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 * @param {{ keyTable: string, valueTable?: string, left: number, right: number,
 *   beyond: 'clip' | 'zero', shared?: boolean, scale: number, causal: boolean,
 *   scores: string, weights: string }} o names of tensors, and options
 */
function run(pe, c, check, o) {
  const [q, k, v] = [packed(c, 'q'), packed(c, 'k'), packed(c, 'v')];
  const [batch = 1, queries = 1, heads = 1, headDim = 1] = q.shape;
  const keys = Number(k.shape[1]);
  c.size('batch', batch);
  c.size('heads', heads);
  c.size('depth', headDim);
  for (const [name, size] of /** @type {const} */ ([
    ['q_len', queries],
    ['k_len', keys],
    ['length', queries],
  ])) {
    if (c.gives(name)) c.size(name, size);
  }
  const keyTable = c.tensor(o.keyTable);
  const valueTable = o.valueTable ? c.tensor(o.valueTable) : undefined;
  const { left, right, beyond } = o;
  const tableOf = (/** @type {typeof keyTable} */ { data, shape }) =>
    tensor(Float32Array.from(data), ...shape);
  /** @type {Attention & { outputs?: undefined }} */
  const options = {
    method: 'attention',
    ...{ q, k, v, heads, scale: o.scale, causal: o.causal },
    relative: {
      method: 'shaw',
      ...{ keyTable: tableOf(keyTable), left, right, beyond },
      ...(valueTable && { valueTable: tableOf(valueTable) }),
      sharedTable: o.shared ?? false,
    },
  };
  const { scores, weights, output } = pe.make(options);
  if (!output) throw new Error('no output');
  if (check.wants('index')) {
    const scheme = { type: beyond, left, right };
    const places = { queries, keys };
    const index = pe.relativeIndices({ scheme, ...places });
    check.same('index', index.data);
  }

  const rows = Float32Array.from(keyTable.data);
  /** @type {[number, number]} */
  const lengths = [largestNorm(q.data, headDim), largestNorm(rows, headDim)];
  // Vectors that are added to the values make an output as much larger.
  const ofValues = o.shared ? rows : Float32Array.from(valueTable?.data ?? []);
  const most = farthestOf(v.data) + farthestOf(ofValues);
  const within = attentionTolerance({
    ...{ q: q.data, k: k.data, v: Float32Array.of(most), headDim },
    ...{ keys: keys + rows.length / headDim, scale: o.scale },
    terms: [lengths],
  });
  checkMasked(check, o.scores, scores.data, within.score);
  checkBoth(check, o.weights, weights.data, within.weights);
  checkBoth(check, 'out', q.unpack(output.data), within.output);
  if (!c.has('upstream')) return;

  const upstream = packed(c, 'upstream');
  const gradient = pe.make({
    ...options,
    method: 'attentionGradient',
    upstream,
  });
  const tables = /** @type {Record<string, import('posenc').Tensor>} */ (
    gradient.relative
  );
  const none = new Float32Array();
  const depth = 4 * (keys + queries * batch * heads) + 4 * headDim;
  const near = (
    /** @type {string} */ name,
    /** @type {ArrayLike<number>} */ found,
  ) => checkGradient(check, name, found, depth);
  near('grad_q', q.unpack(gradient.q?.data ?? none));
  near('grad_k', k.unpack(gradient.k?.data ?? none));
  near('grad_v', v.unpack(gradient.v?.data ?? none));
  near('grad_emb_k', tables.keyTable?.data ?? none);
  near('grad_emb_v', tables.valueTable?.data ?? none);
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function t2t(pe, c, check) {
  const reach = Number(c.param('max_relative_position'));
  run(pe, c, check, {
    ...{ keyTable: 'emb_k', valueTable: 'emb_v', left: reach, right: reach },
    ...{ beyond: 'clip', scale: 1, causal: c.param('causal', false) },
    ...{ scores: 'logits', weights: 'weights' },
  });
}

/** @param {boolean} causal whether keys behind a query have no rows */
function skew(causal) {
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  return (pe, c, check) => {
    const left = Number(c.param('max_relative_position')) - 1;
    const values = c.param('add_relative_to_values', false);
    run(pe, c, check, {
      ...{ keyTable: 'emb_k', left, right: causal ? 0 : left, scale: 1 },
      ...(values ? { valueTable: 'emb_v' } : {}),
      ...{ beyond: 'zero', causal, scores: 'logits', weights: 'weights' },
    });
  };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function openNmt(pe, c, check) {
  const reach = Number(c.param('max_relative_positions'));
  run(pe, c, check, {
    ...{ keyTable: 'emb', shared: true, left: reach, right: reach },
    ...{ beyond: 'clip', scale: 1 / Math.sqrt(c.param('depth', 1)) },
    ...{ causal: false, scores: 'scores', weights: 'weights' },
  });
}

const inputs = ['q', 'k', 'v', 'out', 'weights'];
const skewed = {
  params: [
    ...['batch', 'heads', 'length', 'depth', 'max_relative_position'],
    ...['heads_share', 'add_relative_to_values', 'mask_value'],
  ],
  tensors: [...inputs, 'emb_k', 'emb_v'],
};

export const shaw = {
  'shaw.t2t': {
    params: [
      ...['batch', 'heads', 'q_len', 'k_len', 'depth', 'causal'],
      ...['max_relative_position', 'mask_value'],
    ],
    tensors: [
      ...[...inputs, 'emb_k', 'emb_v', 'upstream', 'index', 'logits'],
      /^grad_(q|k|v|emb_k|emb_v)$/,
    ],
    run: t2t,
  },
  'shaw.music_skew': { ...skewed, run: skew(true) },
  'shaw.music_skew_unmasked': { ...skewed, run: skew(false) },
  'shaw.opennmt_shared': {
    params: ['batch', 'heads', 'length', 'depth', 'max_relative_positions'],
    tensors: [...inputs, 'emb', 'index', 'scores'],
    run: openNmt,
  },
};
