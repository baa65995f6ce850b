// @ts-check
/** Cases of the schedules of rotary frequencies. */

/**
 * @typedef {import('./words.mjs').Words} Words
 * @typedef {Record<string, unknown>} Options
 */

/**
 * Reads the rest of a line: the options of a schedule without its type. A list
 * of divisors is a first number and a step.
 * @type {Record<string, (w: Words, pairs: number) => Options>}
 */
const readers = {
  linear: (w) => ({ factor: w.number(), divide: w.word() }),
  ntk: (w) => ({ factor: w.number(), form: w.word(), exponent: w.number() }),
  yarn: (w) => ({
    factor: w.number(),
    originalMaxPosition: w.number(),
    betaFast: w.number(),
    betaSlow: w.number(),
    truncate: w.flag(),
    extrapolationFactor: w.number(),
    blend: w.word(),
  }),
  ntkByParts: (w) => ({
    factor: w.number(),
    originalMaxPosition: w.number(),
    ntkFactor: w.number(),
    extrapolationFactor: w.number(),
  }),
  llama3: (w) => ({
    factor: w.number(),
    lowFreqFactor: w.number(),
    highFreqFactor: w.number(),
    originalMaxPosition: w.number(),
  }),
  proportional: (w) => ({ factor: w.number(), share: w.number() }),
  factors: (w, pairs) => ({ factors: divisors(w, pairs) }),
  longrope: (w, pairs) => {
    const list = divisors(w, pairs);
    return {
      ...{ shortFactor: list, longFactor: list },
      ...{ factor: w.number(), originalMaxPosition: w.number() },
    };
  },
};

/** @param {Words} w @param {number} pairs */
function divisors(w, pairs) {
  const [first, step] = [w.number(), w.number()];
  return Array.from({ length: pairs }, (_, k) => first + k * step);
}

/** @type {import('./words.mjs').Verbs} */
export const schedule = {
  schedule(pe, w) {
    const [headDim, theta] = [w.number(), w.number()];
    const precision = w.choice();
    const type = w.word();
    /** @type {Options} */
    const options = { headDim, theta, precision };
    if (type === 'dynamic') {
      const [factor, maxPosition] = [w.number(), w.number()];
      options.contextLength = w.number();
      options.scaling = { type, factor, maxPosition, form: w.word() };
    } else {
      const read = readers[type];
      if (!read) throw new Error(`unknown schedule ${type}`);
      options.scaling = { type, ...read(w, headDim / 2) };
    }
    const rope = pe.rope(/** @type {any} */ (options));
    const { cos, sin } = rope.cosSin({ start: 130000, length: 5 });
    return [cos, sin];
  },
};
