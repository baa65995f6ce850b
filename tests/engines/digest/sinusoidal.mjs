// @ts-check
/** Cases of sinusoidal tables. */

import { rows } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const sinusoidal = {
  sinusoidal(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), base: w.number(), layout: w.choice() };
    const [shift, odd] = [w.number(), w.choice()];
    const [frequencyScale, scale] = [w.number(), w.number()];
    const [cosinesFirst, zeroPosition] = [w.flag(), w.optional()];
    const where = rows(length, w.positions(length));
    const [dtype, precision] = [w.choice(), w.choice()];
    return [
      pe.make({
        method: 'sinusoidal',
        ...{ ...shape, ...where, shift, odd, frequencyScale, scale },
        ...{ cosinesFirst, zeroPosition, dtype, precision },
      }),
    ];
  },
};
