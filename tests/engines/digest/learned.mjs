// @ts-check
/** Cases of learned tables, given and drawn, and of what trains them. */

import { noise, placed, tensor } from './words.mjs';

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
    return [pe.learned({ ...table, ...read, ...placed(w, length) })];
  },

  learnedgradient(pe, w) {
    const [count, dim, tableLength] = [w.number(), w.number(), w.number()];
    const read = {
      offset: w.number(),
      paddingIndex: w.optional(),
      scale: w.number(),
    };
    const [step, modulus] = [w.number(), w.number()];
    const positions = Array.from({ length: count }, (_, i) => {
      return (i * step) % modulus;
    });
    const upstream = tensor(1, count, dim);
    const dtype = w.choice();
    return [
      pe.learnedGradient({ upstream, positions, tableLength, ...read, dtype }),
    ];
  },

  optimiser(pe, w) {
    const kind = w.choice();
    const [count, steps] = [w.number(), w.number()];
    const rule = { kind, lr: w.number(), weightDecay: w.number() };
    const momentum = {
      momentum: w.number(),
      dampening: w.number(),
      nesterov: w.flag(),
    };
    const averages = {
      beta1: w.number(),
      beta2: w.number(),
      eps: w.number(),
      amsgrad: w.flag(),
    };
    const optimiser = pe.optimiser({
      ...rule,
      ...(kind === 'sgd' ? momentum : averages),
    });
    const begin = noise(count, 1);
    const data = w.choice() === 'float64' ? Float64Array.from(begin) : begin;
    for (let step = 0; step < steps; ++step) {
      optimiser.step(data, noise(count, step + 2));
    }
    return [{ data }];
  },
};
