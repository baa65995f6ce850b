// @ts-check
/** Sandwich, as published and as in NeMo. */

import { ulp32 } from '../compare.mjs';
import { checkMap } from './maps.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('./maps.mjs').Float} Float
 */

/** @param {'paper' | 'nemo'} form @param {string} width the parameter of dim */
const run =
  (form, width) =>
  /** @param {Posenc} pe @param {Case} c @param {Comparison} check */
  (pe, c, check) => {
    const [heads = 1, queries] = c.shape('bias');
    const dim = /** @type {number} */ (c.param(width));
    const bidirectional = form === 'paper' || c.param('bidirectional', false);
    const options = { heads, dim, form, bidirectional, queries };
    const map = (/** @type {Float} */ dtype) =>
      pe.sandwich({ ...options, dtype }).data;
    // The reference sums cosines in float32 and takes their number away.
    const reference = () => dim * 2 ** -23;
    checkMap(check, 'bias', map, (_, want) => reference() + 4 * ulp32(want));
  };

export const sandwich = {
  'sandwich.paper': {
    params: ['heads', 'seq_len', 'd_bar', 'compression_ratio'],
    tensors: ['bias'],
    run: run('paper', 'd_bar'),
  },
  'sandwich.nemo': {
    params: ['heads', 'seq_len', 'hidden_size_per_head', 'bidirectional'],
    tensors: ['bias'],
    run: run('nemo', 'hidden_size_per_head'),
  },
};
