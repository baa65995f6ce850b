// @ts-check
/** Cases of repeated tables. */

import { placed, tensor } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const tile = {
  tile(pe, w) {
    const [length, dim, count] = [w.number(), w.number(), w.number()];
    const shape = { table: tensor(1, count, dim), prefix: w.number() };
    return [pe.make({ method: 'tile', ...shape, ...placed(w, length) })];
  },
};
