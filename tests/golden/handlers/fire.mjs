// @ts-check
/** FIRE and its gradients. */

import { u } from '../tolerance.mjs';
import { checkMap, summed } from './maps.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('./maps.mjs').Float} Float
 */

/** The options of the library by the names of the reference. */
const names = {
  c: 'c',
  thresholdFactor: 'L_multiplier',
  hiddenWeight: 'mlp.0.weight',
  hiddenBias: 'mlp.0.bias',
  outWeight: 'mlp.2.weight',
  outBias: 'mlp.2.bias',
};

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function run(pe, c, check) {
  const one = (/** @type {string} */ name) => Number(c.float32(name)[0]);
  const weights = (/** @type {keyof typeof names} */ option) =>
    c.float32(names[option]);
  const queries = c.param('seq_len', 0);
  /** @type {import('posenc').SpecOf<'fire'>} */
  const bias = {
    method: 'fire',
    heads: c.param('heads', 1),
    c: one('c'),
    threshold: one('init_L'),
    thresholdFactor: one('L_multiplier'),
    hiddenWeight: weights('hiddenWeight'),
    hiddenBias: weights('hiddenBias'),
    outWeight: weights('outWeight'),
    outBias: weights('outBias'),
  };
  c.size('mlp_width', weights('hiddenBias').length);
  const map = (/** @type {Float} */ dtype) =>
    pe.make({ ...bias, queries, dtype }).data;
  // A few roundings of logarithms, and of sums as long as the layer is wide.
  checkMap(check, 'bias', map, () => 64 * u);
  const upstream = c.float32('upstream');
  const found = pe.biasGradient({ bias, upstream, queries });
  for (const [option, name] of Object.entries(names)) {
    const gradient = found[option];
    if (gradient) check.near(`grad_${name}`, gradient.data, summed);
  }
}

export const fire = {
  fire: {
    params: ['heads', 'mlp_width', 'seq_len', 'eps'],
    tensors: [
      ...['init_L', 'upstream', 'bias'],
      ...Object.values(names).flatMap((name) => [name, `grad_${name}`]),
    ],
    run,
  },
};
