// @ts-check
/** Cases of radial basis functions. */

import { placed } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const radial = {
  radial(pe, w) {
    const length = w.number();
    const shape = { dim: w.number(), span: w.number(), width: w.number() };
    return [pe.make({ method: 'radial', ...shape, ...placed(w, length) })];
  },
};
