// @ts-check
/** Cases of sinusoidal tables of grids. */

/** @type {import('./words.mjs').Verbs} */
export const sinusoidalGrid = {
  sinusoidalGrid(pe, w) {
    const grid = [w.number(), w.number()];
    const [dim, base, span] = [w.number(), w.number(), w.number()];
    const curve = w.word();
    const own = w.flag();
    const [start, dtype, precision] = [w.number(), w.choice(), w.choice()];
    const pairs = dim / 4;
    /** @type {'linear' | 'octaves'} */
    const bands = curve === 'linear' ? 'linear' : 'octaves';
    const spacing = own
      ? { bands, maxResolution: 2 * base }
      : { base, shift: pairs - span };
    const options = { grid, dim, start, dtype, precision, ...spacing };
    return [pe.make({ method: 'sinusoidalGrid', ...options })];
  },
};
