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

  turn(pe, w) {
    const [length, heads, headDim] = [w.number(), w.number(), w.number()];
    const [rotaryDim, rotaryStart] = [w.number(), w.number()];
    const theta = w.number();
    const [layout, outLayout] = [w.choice(), w.choice()];
    const headsFirst = w.flag();
    const batch = w.number();
    const dtype = w.choice();
    const where = w.positions(length);
    const rope = pe.make({
      ...{ method: 'rope', headDim, rotaryDim, rotaryStart, theta },
      ...{ layout, outLayout },
    });
    const count = length * heads * headDim * batch;
    const x =
      dtype === 'float32'
        ? noise(count, 1)
        : Uint16Array.from(
            { length: count },
            // Finite numbers of every size, zeros and subnormal ones too.
            (_, i) => ((i * 37) % 0x7c00) + (i % 2) * 0x8000,
          );
    const inverse = w.flag();
    const options = { heads, headsFirst, batch, dtype, inverse, ...where };
    return [rope.rotate(x, options)];
  },

  rebase(pe, w) {
    const [length, heads] = [w.number(), w.number()];
    const [headDim, rotaryDim, theta] = [w.number(), w.number(), w.number()];
    const other = w.number();
    const layout = w.choice();
    const where = w.positions(length);
    const precision = w.choice();
    const spec = { headDim, rotaryDim, layout, precision };
    const rope = pe.make({ method: 'rope', ...spec, theta });
    const to = pe.make({ method: 'rope', ...spec, theta: other });
    const x = noise(length * heads * headDim, 1);
    return [rope.rebase(x, { to, heads, ...where })];
  },

  frequencyGradient(pe, w) {
    const [length, heads] = [w.number(), w.number()];
    const [headDim, rotaryDim, theta] = [w.number(), w.number(), w.number()];
    const layout = w.choice();
    const where = w.positions(length);
    const precision = w.choice();
    const rope = pe.make({
      ...{ method: 'rope', headDim, rotaryDim, theta, layout, precision },
    });
    const x = noise(length * heads * headDim, 1);
    const upstream = noise(length * heads * headDim, 2);
    return [rope.frequencyGradient(x, upstream, { heads, ...where })];
  },
};
