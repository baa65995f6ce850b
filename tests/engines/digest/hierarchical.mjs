// @ts-check
/** Cases of hierarchically decomposed tables. */

import { placed, tensor } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const hierarchical = {
  hierarchical(pe, w) {
    const [length, dim, count] = [w.number(), w.number(), w.number()];
    const shape = { table: tensor(1, count, dim), alpha: w.number() };
    return [
      pe.make({ method: 'hierarchical', ...shape, ...placed(w, length) }),
    ];
  },
};
