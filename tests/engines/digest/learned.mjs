// @ts-check
/** Cases of learned tables, given and drawn. */

import { placed, tensor } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const learned = {
  learned(pe, w) {
    const length = w.number();
    const [dim, tableLength] = [w.number(), w.number()];
    const init = w.choice();
    const [spread, seed] = [w.number(), w.number()];
    const table =
      init === 'given'
        ? { table: tensor(1, tableLength, dim) }
        : { dim, tableLength, init, std: spread, bound: spread, seed };
    const read = {
      paddingIndex: w.optional(),
      offset: w.number(),
      sequenceStart: w.optional(),
      scale: w.number(),
      overRootDim: w.flag(),
      normalise: w.choice(),
    };
    return [
      pe.make({ method: 'learned', ...table, ...read, ...placed(w, length) }),
    ];
  },
};
