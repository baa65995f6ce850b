// @ts-check
/** Cases of gradients of learned tables. */

import { tensor } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const learnedGradient = {
  learnedGradient(pe, w) {
    const [count, dim, tableLength] = [w.number(), w.number(), w.number()];
    const read = {
      offset: w.number(),
      paddingIndex: w.optional(),
      scale: w.number(),
    };
    const [step, modulus] = [w.number(), w.number()];
    const positions = Array.from({ length: count }, (_, i) => {
      return (i * step) % modulus;
    });
    const upstream = tensor(1, count, dim);
    const dtype = w.choice();
    return [
      pe.make({
        method: 'learnedGradient',
        upstream,
        positions,
        tableLength,
        ...read,
        dtype,
      }),
    ];
  },
};
