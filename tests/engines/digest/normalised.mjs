// @ts-check
/** Cases of normalised positions. */

import { placed } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const normalised = {
  normalised(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), span: w.number(), domain: w.choice() };
    return [pe.make({ method: 'normalised', ...shape, ...placed(w, length) })];
  },
};
