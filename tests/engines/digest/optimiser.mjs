// @ts-check
/** Cases of optimisers: a few steps each. */

import { noise } from '../../support/noise.mjs';

/** @type {import('./words.mjs').Verbs} */
export const optimiser = {
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
