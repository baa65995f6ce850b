// @ts-check
/** Cases of FLOATER: the curve and its gradients. */

import { noise } from '../../support/noise.mjs';
import { placed, rows } from './words.mjs';

/** The curve of a line. @param {import('./words.mjs').Words} w */
function curve(w) {
  const kind = w.choice();
  const [b, l, d, h] = [w.number(), w.number(), w.number(), w.number()];
  const [delta, stepSize] = [w.number(), w.number()];
  const sizes = { batch: b, layers: l, dim: d, hidden: h };
  const shape = { kind, ...sizes, delta, stepSize };
  const seed = w.optional();
  if (seed !== undefined) return { ...shape, seed };
  const conv = kind === 'conv';
  const counts = conv
    ? [h * (l + 1) * 5, h, (h + 1) * l * 5, l, b * l * d]
    : [h * (d + 1), h, d * (h + 1), d, b * l * d];
  const [inputWeight, inputBias, outputWeight, outputBias, initial] =
    counts.map((size, i) => noise(size, i + 1));
  return {
    ...{ ...shape, inputWeight, inputBias },
    ...{ outputWeight, outputBias, initial },
  };
}

/** @type {import('./words.mjs').Verbs} */
export const floater = {
  floater(pe, w) {
    const length = w.number();
    const own = curve(w);
    return [pe.make({ method: 'floater', ...own, ...placed(w, length) })];
  },

  floaterGradient(pe, w) {
    const length = w.number();
    const own = curve(w);
    const gradient = pe.make({
      method: 'floaterGradient',
      ...own,
      ...rows(length, w.positions(length)),
      upstream: noise(length * own.batch * own.layers * own.dim, 6),
      dtype: 'float64',
    });
    const { inputWeight, inputBias } = gradient;
    const { outputWeight, outputBias, initial } = gradient;
    return [inputWeight, inputBias, outputWeight, outputBias, initial];
  },
};
