// @ts-check
/** Cases of random Fourier features. */

import { placed } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const fourierFeatures = {
  fourierFeatures(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), deviation: w.number(), seed: w.number() };
    const layout = w.choice();
    return [
      pe.make({
        method: 'fourierFeatures',
        ...shape,
        layout,
        ...placed(w, length),
      }),
    ];
  },
};
