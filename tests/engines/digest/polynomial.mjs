// @ts-check
/** Cases of polynomials. */

import { placed } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const polynomial = {
  polynomial(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), basis: w.choice(), span: w.number() };
    const domain = w.choice();
    return [
      pe.make({ method: 'polynomial', ...shape, domain, ...placed(w, length) }),
    ];
  },
};
