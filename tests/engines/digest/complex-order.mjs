// @ts-check
/** Cases of complex-order embeddings and their gradient. */

import { noise } from '../../support/noise.mjs';
import { placed, rows } from './words.mjs';

/** The tables that a line of the cases describes.
 * @param {import('./words.mjs').Words} w @param {number} length */
function tables(w, length) {
  const [dim, words] = [w.number(), w.number()];
  const sharing = /** @type {'none' | 'word' | 'dimension'} */ (w.word());
  const seed = w.optional();
  const phase = w.flag() ? { phase: noise(words * dim, 3) } : {};
  const initial = w.choice();
  const own = { none: words * dim, word: words, dimension: dim };
  const given =
    seed === undefined
      ? {
          amplitude: noise(words * dim, 1),
          frequency: noise(own[sharing], 2),
        }
      : { seed };
  const tokens =
    words > 1
      ? { tokens: Array.from({ length }, (_, i) => (i * 7) % words) }
      : {};
  const paddingIndex = w.optional();
  return {
    ...{ dim, words, sharing, initial, paddingIndex },
    ...{ ...given, ...phase, ...tokens },
  };
}

/** @type {import('./words.mjs').Verbs} */
export const complexOrder = {
  complexOrder(pe, w) {
    const length = w.number();
    const own = tables(w, length);
    const part = w.choice();
    return [
      pe.make({ method: 'complexOrder', ...own, part, ...placed(w, length) }),
    ];
  },

  complexOrderGradient(pe, w) {
    const length = w.number();
    const own = tables(w, length);
    const { amplitude, frequency, phase } = pe.make({
      method: 'complexOrderGradient',
      ...own,
      ...rows(length, w.positions(length)),
      upstreamReal: noise(length * own.dim, 4),
      upstreamImaginary: noise(length * own.dim, 5),
      dtype: 'float64',
    });
    return [amplitude, frequency, phase];
  },
};
