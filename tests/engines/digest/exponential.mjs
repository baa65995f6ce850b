// @ts-check
/** Cases of exponential decays. */

import { placed } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const exponential = {
  exponential(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), shortest: w.number() };
    const longest = w.number();
    return [
      pe.make({
        method: 'exponential',
        ...shape,
        longest,
        ...placed(w, length),
      }),
    ];
  },
};
