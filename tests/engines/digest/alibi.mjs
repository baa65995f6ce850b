// @ts-check
/** Cases of ALiBi. */

import { biasPlaced, tensor } from './words.mjs';

/** @param {import('./words.mjs').Words} w */
const slopesOf = (w) => ({
  heads: w.number(),
  maxBias: w.number(),
  order: w.choice(),
});

/** @type {import('./words.mjs').Verbs} */
export const alibi = {
  alibiSlopes(pe, w) {
    const options = { ...slopesOf(w), dtype: w.choice() };
    return [pe.make({ method: 'alibiSlopes', ...options })];
  },
  alibi(pe, w) {
    const own = { ...slopesOf(w), form: w.choice(), biasScale: w.number() };
    return [pe.make({ method: 'alibi', ...own, ...biasPlaced(w) })];
  },
  biasGradient(pe, w) {
    const [heads, form] = [w.number(), w.choice()];
    const [queries, keys] = [w.number(), w.number()];
    const slopes = new Float32Array(heads).fill(1);
    const method = /** @type {const} */ ('alibi');
    const bias = { method, form, slopes };
    const upstream = tensor(1, heads, queries, keys);
    const made = pe.make({ method: 'biasGradient', bias, upstream });
    return made.slopes ? [made.slopes] : [];
  },
};
