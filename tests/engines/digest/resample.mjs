// @ts-check
/** Cases of resampled tables. */

import { tensor } from './words.mjs';

/** @param {number[]} grid */
const cells = (grid) => grid.reduce((a, b) => a * b, 1);

/** @type {import('./words.mjs').Verbs} */
export const resample = {
  resample(pe, w) {
    const [dim, axes] = [w.number(), w.number()];
    const [from, to] = [w.numbers(axes), w.numbers(axes)];
    const [mode, antialias, prefix] = [w.choice(), w.flag(), w.number()];
    const table = tensor(1, prefix + cells(from), dim);
    const how = { mode, antialias, prefix, dtype: w.choice() };
    return [pe.make({ method: 'resample', table, from, to, ...how })];
  },
};
