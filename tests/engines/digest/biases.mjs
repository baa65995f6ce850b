// @ts-check
/**
 * Cases of biases that follow from formulas, networks and gates. Their weights
 * are noise.
 */

import { noise } from '../../support/noise.mjs';
import { biasPlaced } from './words.mjs';

/** @typedef {import('./words.mjs').Words} Words */

/** @param {Words} w */
const yes = (w) => w.number() !== 0;

/** The layers of a network whose weights are noise, one after another.
 * @param {number} heads @param {number} dim @param {number} depth
 * @param {boolean} norm */
function layersOf(heads, dim, depth, norm) {
  const vectors = norm ? 3 : 1;
  const first = (1 + vectors) * dim;
  const inner = (depth - 1) * (dim + vectors) * dim;
  const all = noise(first + inner + heads * (dim + 1), 1);
  let next = 0;
  const take = (/** @type {number} */ count) => {
    next += count;
    return all.subarray(next - count, next);
  };
  return Array.from({ length: depth + 1 }, (_, l) => {
    const last = l === depth;
    const units = last ? heads : dim;
    const layer = {
      weight: take(units * (l === 0 ? 1 : dim)),
      bias: take(units),
    };
    return norm && !last
      ? { ...layer, gain: take(units), shift: take(units) }
      : layer;
  });
}

/** @type {import('./words.mjs').Verbs} */
export const biases = {
  kerple(pe, w) {
    const [heads, form] = [w.number(), w.choice()];
    const [bidirectional, exponents] = [yes(w), yes(w)];
    const weights = noise(heads * 3, 1);
    const part = (/** @type {number} */ n) =>
      weights.subarray(heads * n, heads * (n + 1));
    const options = {
      ...{ heads, form, bidirectional, scale: part(0) },
      ...(form === 'log' && { rate: part(1) }),
      ...(exponents && { exponent: part(2) }),
    };
    return [pe.make({ method: 'kerple', ...options, ...biasPlaced(w) })];
  },
  sandwich(pe, w) {
    const [heads, dim] = [w.number(), w.number()];
    const own = { heads, dim, form: w.choice(), bidirectional: yes(w) };
    return [pe.make({ method: 'sandwich', ...own, ...biasPlaced(w) })];
  },
  fire(pe, w) {
    const [heads, width] = [w.number(), w.number()];
    const own = { heads, c: w.number(), threshold: w.number() };
    const hidden = noise(width * 2, 1);
    const outer = noise(heads * (width + 1), 2);
    const weights = {
      hiddenWeight: hidden.subarray(0, width),
      hiddenBias: hidden.subarray(width),
      outWeight: outer.subarray(0, heads * width),
      outBias: outer.subarray(heads * width),
    };
    return [pe.make({ method: 'fire', ...own, ...weights, ...biasPlaced(w) })];
  },
  dynamicBias(pe, w) {
    const [heads, dim, depth] = [w.number(), w.number(), w.number()];
    const [logDistance, norm] = [yes(w), yes(w)];
    const layers = layersOf(heads, dim, depth, norm);
    const own = { heads, layers, logDistance };
    return [pe.make({ method: 'dynamicBias', ...own, ...biasPlaced(w) })];
  },
  forgetting(pe, w) {
    const [heads, positions] = [w.number(), w.number()];
    const own = { heads, gateStart: w.number() };
    const gates = noise(heads * positions, 1);
    const options = { ...own, gates, ...biasPlaced(w) };
    return [pe.make({ method: 'forgetting', ...options })];
  },
};
