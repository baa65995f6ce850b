// @ts-check
/** URPE: a bias, and a gate behind the softmax. */

import { ulp32 } from '../compare.mjs';
import { farthestOf, u64 } from '../tolerance.mjs';
import { checkAttention } from './attention-error.mjs';
import { moduleTolerance, optionsOf } from './projected.mjs';
import { swap } from './rows.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SpecOf<'relativeIndices'>['scheme']} Scheme
 * @typedef {import('posenc').SpecOf<'clippedBias'>} Clipped
 * @typedef {import('posenc').SpecOf<'t5Bias'>} T5
 * @typedef {import('posenc').SpecOf<'urpe'>} Gate
 * @typedef {import('posenc').SpecOf<'attention'>} Attention
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** The token of padding. */
const PADDING = 1;

/** What the reference writes for a masked bias. */
const MASKED = -1e30;

/**
 * The rows of a table in the order of T5's buckets, which are the same but for
 * the order: rows of URPE count from the farthest key before the query, and one
 * between the sides is never read.
 *
 * @param {Float32Array} table @param {number} heads @param {number} side
 */
function inT5Order(table, heads, side) {
  const rows = Array.from({ length: 2 * side }, (_, bucket) => {
    const behind = bucket > side;
    const row = behind
      ? bucket + 1
      : bucket === 0
        ? side + 1
        : side - 1 - bucket;
    // Bucket `side` of T5 is never read.
    const from = bucket === side ? 0 : row * heads;
    return Array.from(table.subarray(from, from + heads));
  });
  return Float32Array.from(rows.flat());
}

/**
 * The rows, the bias and the gate of a case.
 *
 * @param {Case} c @param {number} heads
 * @returns {{ scheme: Scheme, bias: Clipped | T5, gate: Gate }}
 */
function termsOf(c, heads) {
  const maxLength = c.param('max_seq_len', 0);
  const buckets = c.param('rp_bucket', 64);
  const maxDistance = c.param('max_rp', 128);
  const [bias, gate] = ['rp_bias.weight', 'ur_rp_bias.weight'].map((name) =>
    c.float32(name),
  );
  if (!bias || !gate) throw new Error('two tables');
  const most = maxLength - 1;
  if (c.param('unique', false)) {
    return {
      scheme: { type: 'clip', left: most, right: most },
      bias: { method: 'clippedBias', left: most, right: most, table: bias },
      gate: { method: 'urpe', form: 'offset', maxLength, table: gate },
    };
  }
  const table = inT5Order(bias, heads, buckets / 2);
  return {
    scheme: { type: 'urpe', buckets, maxDistance, maxLength },
    bias: { method: 't5Bias', buckets, maxDistance, table },
    gate: { method: 'urpe', buckets, maxDistance, maxLength, table: gate },
  };
}

/** @param {Case} c @returns {import('./projected.mjs').Module} */
function moduleOf(c) {
  const [length = 1, batch = 1, dim = 1] = c.shape('x');
  const layer = (/** @type {string} */ name) => ({
    weight: c.float32(`attn.${name}_proj.weight`),
    bias: c.float32(`attn.${name}_proj.bias`),
  });
  return {
    // The reference has the rows of all items in turn.
    x: swap(c.float32('x'), length, batch),
    shape: [batch, length, dim],
    ...{ query: layer('q'), key: layer('k'), value: layer('v') },
    output: layer('out'),
    heads: c.size('heads', c.width('rp_bias.weight')),
  };
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function urpe(pe, c, check) {
  const module = moduleOf(c);
  const { heads } = module;
  const [batch = 1, queries = 1] = module.shape;
  const terms = termsOf(c, heads);
  const rows = { method: /** @type {const} */ ('relativeIndices'), queries };
  check.same('bucket', pe.make({ ...rows, scheme: terms.scheme }).data);

  const seen = c.numbers('tokens').map((token) => (token === PADDING ? 0 : 1));
  /** A map for each item, with a number where a key is not seen.
   * @param {ArrayLike<number>} map @param {number} unseen */
  const masked = (map, unseen) =>
    Array.from({ length: batch * map.length }, (_, i) => {
      const item = Math.floor(i / map.length);
      const key = i % queries;
      return seen[item * queries + key] ? Number(map[i % map.length]) : unseen;
    });
  const exact = (/** @type {number} */ _, /** @type {number} */ want) =>
    u64 * Math.abs(want);
  const rounded = (/** @type {number} */ _, /** @type {number} */ want) =>
    0.5001 * ulp32(want);
  const compare = (
    /** @type {string} */ name,
    /** @type {Clipped | T5 | Gate} */ spec,
    /** @type {number} */ unseen,
  ) => {
    const of = (/** @type {'float32' | 'float64'} */ dtype) =>
      masked(pe.make({ ...spec, heads, queries, dtype }).data, unseen);
    check.near(name, of('float64'), exact);
    const float32 = () => Float32Array.from(of('float32'));
    check.nearTorch(name, float32, rounded);
  };
  compare('bias', terms.bias, MASKED);
  compare('c_matrix', terms.gate, 0);

  const attend = (/** @type {Attention['gate']} */ gate) =>
    pe.make({
      method: 'attention',
      ...optionsOf(module),
      ...{ bias: terms.bias, gate },
      keyMask: { data: Int32Array.from(seen), shape: [batch, queries] },
    });
  // The reference gives the weights before the gate, but the output behind it.
  const { weights } = attend(undefined);
  const { output } = attend(terms.gate);
  const data = output?.data ?? new Float32Array();
  const gate = farthestOf(check.expected('c_matrix'));
  const table = c.float32('rp_bias.weight');
  const within = moduleTolerance(module, table, { gate });
  const result = {
    weights: weights.data,
    output: swap(data, batch, queries),
  };
  checkAttention(check, {
    exact: result,
    within,
    torch: () => result,
    torchWithin: within,
  });
}

export const urpeGate = {
  urpe: {
    params: [
      ...['dim', 'heads', 'length', 'batch', 'max_seq_len', 'unique'],
      ...['rp_bucket', 'max_rp', 'padded_tail'],
    ],
    tensors: [
      ...['rp_bias.weight', 'ur_rp_bias.weight', 'tokens', 'x'],
      /^attn\.(q|k|v|out)_proj\.(weight|bias)$/,
      ...['bucket', 'bias', 'c_matrix', 'probs', 'out'],
    ],
    run: urpe,
  },
};
