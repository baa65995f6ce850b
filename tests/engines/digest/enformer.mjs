// @ts-check
/** Cases of Enformer's features. */

import { placed } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const enformer = {
  enformer(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), seqLength: w.number() };
    const classes = {
      exponential: w.flag(),
      centralMask: w.flag(),
      gamma: w.flag(),
    };
    const [withSign, normalise] = [w.flag(), w.choice()];
    return [
      pe.make({
        method: 'enformer',
        ...{ ...shape, ...classes, withSign, normalise },
        ...placed(w, length),
      }),
    ];
  },
};
