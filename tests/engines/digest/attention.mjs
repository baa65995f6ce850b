// @ts-check
/** The digest cases of attention. */

import { noise } from '../../support/noise.mjs';

/** @type {import('./words.mjs').Verbs} */
export const attention = {
  attention(pe, w) {
    const [queries, keys] = [w.number(), w.number()];
    const [heads, keyHeads] = [w.number(), w.number()];
    const [headDim, valueDim] = [w.number(), w.number()];
    const [rotaryDim, theta] = [w.number(), w.number()];
    const layout = w.choice();
    const rotary =
      rotaryDim > 0
        ? {
            rotary: pe.make({
              method: 'rope',
              headDim,
              rotaryDim,
              theta,
              layout,
            }),
          }
        : {};
    const { scores, weights, output } = pe.make({
      method: 'attention',
      ...rotary,
      q: noise(queries * heads * headDim, 1),
      k: noise(keys * keyHeads * headDim, 2),
      v: noise(keys * keyHeads * valueDim, 3),
      ...{ heads, keyHeads, headDim, valueDim },
      scale: 1 / Math.sqrt(headDim),
      keyStart: w.number(),
      causal: w.flag(),
    });
    return output ? [scores, weights, output] : [scores, weights];
  },
  attentionMap(pe, w) {
    const [queries, keys] = [w.number(), w.number()];
    const [heads, keyHeads, headDim] = [w.number(), w.number(), w.number()];
    return [
      pe.make({
        method: 'attentionMap',
        q: noise(queries * heads * headDim, 1),
        k: noise(keys * keyHeads * headDim, 2),
        ...{ heads, keyHeads, headDim },
        scale: 1 / Math.sqrt(headDim),
        causal: w.flag(),
        of: w.choice(),
        pool: w.choice(),
        ...{ height: w.number(), width: w.number() },
      }),
    ];
  },
};
