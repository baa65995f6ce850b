// @ts-check
/** Cases of windowed tables. */

import { placed, tensor } from './words.mjs';

/** @type {import('./words.mjs').Verbs} */
export const windowed = {
  windowed(pe, w) {
    const [length, dim, window] = [w.number(), w.number(), w.number()];
    const table = tensor(1, window, dim);
    const count = w.number();
    /** @type {{ kind: 'modulo' } | { kind: 'block', blockTable: any }} */
    const kind =
      count > 0
        ? { kind: 'block', blockTable: tensor(2, count, dim) }
        : { kind: 'modulo' };
    return [
      pe.make({ method: 'windowed', table, ...kind, ...placed(w, length) }),
    ];
  },
};
