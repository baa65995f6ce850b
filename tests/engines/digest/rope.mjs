// @ts-check
/** Cases of rotary embeddings. */

import { noise } from '../../support/noise.mjs';
import { rows } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const rope = {
  frequencies(pe, w) {
    const [headDim, theta] = [w.number(), w.number()];
    const rope = pe.make({
      method: 'rope',
      headDim,
      theta,
      precision: w.choice(),
    });
    return [{ data: Float64Array.from(rope.frequencies) }];
  },

  cosSin(pe, w) {
    const length = w.number();
    const [headDim, theta] = [w.number(), w.number()];
    const layout = w.choice();
    const where = rows(length, w.positions(length));
    const dtype = w.choice();
    const rope = pe.make({
      method: 'rope',
      headDim,
      theta,
      layout,
      precision: w.choice(),
    });
    const { cos, sin } = rope.cosSin({ ...where, dtype, full: w.flag() });
    return [cos, sin];
  },

  rotate(pe, w) {
    const [length, heads] = [w.number(), w.number()];
    const [headDim, rotaryDim, theta] = [w.number(), w.number(), w.number()];
    const layout = w.choice();
    const where = w.positions(length);
    const precision = w.choice();
    const rope = pe.make({
      method: 'rope',
      headDim,
      rotaryDim,
      theta,
      layout,
      precision,
    });
    const x = noise(length * heads * headDim, 1);
    return [rope.rotate(x, { heads, inverse: w.flag(), ...where })];
  },
};
