// @ts-check
/** Biases that are sums of gates: the Forgetting Transformer and CABLE. */

import { farthestOf, u } from '../tolerance.mjs';
import { attentionTolerance } from './attention-error.mjs';
import { moduleTolerance, optionsOf, project } from './projected.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SpecOf<'forgetting'>} Forgetting
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** Gates and values of sums of them. @param {ArrayLike<number>} gates
 * @param {number} rows */
const sumsOf = (gates, rows) => [rows * farthestOf(gates)];

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function forgetting(pe, c, check) {
  const [rows = 1, heads = 1, headDim = 1] = c.shape('q');
  const [q, k, v, gates] = ['q', 'k', 'v', 'g'].map((name) => c.float32(name));
  if (!q || !k || !v || !gates) throw new Error('four inputs');
  const window = c.param('window', /** @type {number | null} */ (null));
  const { output } = pe.make({
    ...{ method: 'attention', q, k, v, heads, headDim, causal: true },
    ...{ keyHeads: c.param('kv_heads', 1) },
    ...(window !== null && { window: [window - 1, 0] }),
    bias: { method: 'forgetting', gates, gateForm: 'log' },
  });
  const sizes = { q, k, v, keys: rows, headDim, scale: 1 / Math.sqrt(headDim) };
  const bias = sumsOf(gates, rows);
  const within = attentionTolerance({ ...sizes, bias });
  const data = output?.data ?? new Float32Array();
  check.near('out', data, within.output, within.outputScale);
  check.nearTorch(
    'out',
    () => data,
    () => 2 * within.output(),
  );
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function cable(pe, c, check) {
  const [rows = 1, dim = 1] = c.shape('x');
  const heads = c.param('heads', 1);
  const [weight, bias] = ['weight', 'bias'].map((name) =>
    c.float32(`c_attn_${name}`),
  );
  if (!weight || !bias) throw new Error('a projection');
  // The rows of one projection are those of queries, keys and values.
  const layer = (/** @type {number} */ at) => ({
    weight: weight.slice(at * dim * dim, (at + 1) * dim * dim),
    bias: bias.slice(at * dim, (at + 1) * dim),
  });
  const module = {
    ...{ x: c.float32('x'), shape: [rows, dim], heads },
    ...{ query: layer(0), key: layer(1), value: layer(2) },
    output: {
      weight: c.float32('c_proj_weight'),
      bias: c.float32('c_proj_bias'),
    },
  };
  const gates = project(module.x, dim, {
    weight: c.float32('h_attn_weight'),
    bias: c.float32('h_attn_bias'),
  });
  /** @type {Forgetting} */
  const spec = { method: 'forgetting', gates, gateForm: 'softplus' };
  const map = pe.make({ ...spec, heads, queries: rows, dtype: 'float64' });
  // The gates are rounded to float32, and a sum has at most all of them.
  const ofGates = u * rows * farthestOf(gates);
  check.near('bias', map.data, () => ofGates);

  // The program does not divide scores.
  const { output } = pe.make({
    ...{ method: 'attention', ...optionsOf(module), bias: spec },
    ...{ causal: true, scale: 1 },
  });
  const within = moduleTolerance(module, sumsOf(gates, rows), { scale: 1 });
  const data = output?.data ?? new Float32Array();
  check.near('out', data, within.output, within.outputScale);
  check.nearTorch(
    'out',
    () => data,
    () => 2 * within.output(),
  );
}

export const sumsOfGates = {
  forgetting_attention: {
    params: ['length', 'q_heads', 'kv_heads', 'head_dim', 'window'],
    tensors: ['q', 'k', 'v', 'g', 'out'],
    run: forgetting,
  },
  cable: {
    params: ['embed', 'heads', 'length'],
    tensors: ['x', /^(c_attn|h_attn|c_proj)_(weight|bias)$/, 'out', 'bias'],
    run: cable,
  },
};
