// @ts-check
/** Dynamic position biases. */

import { u } from '../tolerance.mjs';
import { checkMap } from './maps.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('./maps.mjs').Float} Float
 */

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function run(pe, c, check) {
  const depth = c.param('depth', 1);
  const norm = /** @type {boolean} */ (c.param('norm', false));
  const layers = Array.from({ length: depth }, (_, l) => ({
    weight: c.float32(`mlp.${l}.0.weight`),
    bias: c.float32(`mlp.${l}.0.bias`),
    ...(norm && {
      gain: c.float32(`mlp.${l}.1.weight`),
      shift: c.float32(`mlp.${l}.1.bias`),
    }),
  }));
  const last = {
    weight: c.float32(`mlp.${depth}.weight`),
    bias: c.float32(`mlp.${depth}.bias`),
  };
  c.size('dim', layers[0]?.bias.length);
  const options = {
    heads: c.size('heads', last.bias.length),
    layers: [...layers, last],
    logDistance: c.param('log_distance', false),
    queries: c.param('q_len', 0),
    keys: c.param('k_len', 0),
  };
  const map = (/** @type {Float} */ dtype) =>
    pe.dynamicBias({ ...options, dtype }).data;
  checkMap(check, 'bias', map, () => 64 * u);
}

export const dynamicBias = {
  dynamic_position_bias: {
    params: ['dim', 'heads', 'depth', 'log_distance', 'norm', 'q_len', 'k_len'],
    tensors: [/^mlp\.\d+\.([01]\.)?(weight|bias)$/, 'bias'],
    run,
  },
};
