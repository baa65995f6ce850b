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
    const [mode, grid, prefix] = [w.choice(), w.choice(), w.number()];
    const table = tensor(1, prefix + cells(from), dim);
    const antialias = grid === 'antialias';
    const alignCorners = grid === 'corners';
    const how = { mode, antialias, alignCorners, prefix, dtype: w.choice() };
    return [pe.make({ method: 'resample', table, from, to, ...how })];
  },
};
