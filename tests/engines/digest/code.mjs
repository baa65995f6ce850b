// @ts-check
/** Cases of codes of the position. */

import { placed } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const code = {
  code(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), kind: w.choice() };
    return [pe.make({ method: 'code', ...shape, ...placed(w, length) })];
  },
};
