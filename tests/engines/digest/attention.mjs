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
    const rope = /** @type {const} */ ({ method: 'rope', headDim, layout });
    const rotary =
      rotaryDim > 0 ? { rotary: { ...rope, rotaryDim, theta } } : {};
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
  attentionOutput(pe, w) {
    const { options } = streamed(w);
    const { output } = pe.make({
      ...{ method: 'attention', ...options, outputs: ['output'] },
    });
    return output ? [output] : [];
  },
  attentionGradient(pe, w) {
    const { options, count } = streamed(w);
    const by = pe.make({
      ...{ method: 'attentionGradient', ...options, upstream: noise(count, 7) },
    });
    return [by.q, by.k, by.v, by.bias, by.gate, by.sinks].flatMap((one) =>
      one && 'data' in one ? [/** @type {Float32Tensor} */ (one)] : [],
    );
  },
};

/** @typedef {import('posenc').Tensor<'float32'>} Float32Tensor */

/**
 * The options of a call whose output or gradient is computed without maps, and
 * how many numbers its output has.
 * @param {import('./words.mjs').Words} w
 */
function streamed(w) {
  const [queries, keys] = [w.number(), w.number()];
  const [heads, keyHeads] = [w.number(), w.number()];
  const [headDim, valueDim] = [w.number(), w.number()];
  const causal = w.flag();
  const [left, prefix, softcap] = [w.optional(), w.optional(), w.optional()];
  const map = (/** @type {number} */ seed) => ({
    data: noise(heads * queries * keys, seed),
    shape: [heads, queries, keys],
    dtype: /** @type {const} */ ('float32'),
  });
  const [bias, gate, sinks, masked] = [w.flag(), w.flag(), w.flag(), w.flag()];
  const options = {
    q: noise(queries * heads * headDim, 1),
    k: noise(keys * keyHeads * headDim, 2),
    v: noise(keys * keyHeads * valueDim, 3),
    ...{ heads, keyHeads, headDim, valueDim, causal, prefix, softcap },
    scale: 1 / Math.sqrt(headDim),
    keyStart: 0,
    ...(left !== undefined && {
      window: /** @type {const} */ ([left, 2 ** 54]),
    }),
    ...(bias && { bias: map(4) }),
    ...(gate && { gate: map(5) }),
    ...(sinks && { sinks: noise(heads, 6) }),
    ...(masked && {
      keyMask: Array.from({ length: keys }, (_, j) => Number(j % 5 !== 3)),
    }),
  };
  return { options, count: queries * heads * valueDim };
}
