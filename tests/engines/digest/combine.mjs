// @ts-check
/** Cases of tables added to embeddings, or concatenated with them. */

import { tensor } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const combine = {
  addTo(pe, w) {
    const [batch, length, dim] = [w.number(), w.number(), w.number()];
    const embeddingScale = w.embeddingScale();
    const options = { embeddingScale, scale: w.number() };
    const x = tensor(1, batch, length, dim);
    return [pe.addTo(x, tensor(2, length, dim), options)];
  },

  concat(pe, w) {
    const [batch, length, dim] = [w.number(), w.number(), w.number()];
    const table = tensor(2, length, w.number());
    return [pe.concat(tensor(1, batch, length, dim), table)];
  },
};
