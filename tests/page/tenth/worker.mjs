// The client of the package's workers, for the page that is built with one more
// method, which no worker of the package knows: it computes in the page.

import { load } from './posenc.mjs';

export function createClient() {
  return {
    plan: async (/** @type {any} */ spec) => {
      const { shape, bytes, cost = 0 } = (await load()).plan(spec);
      const numbers = shape.reduce(
        (/** @type {number} */ product, /** @type {number} */ extent) =>
          product * extent,
        1,
      );
      return { shape, bytes: bytes ?? 4 * numbers, cost };
    },
    make: async (/** @type {any} */ spec) => (await load()).make(spec),
    close: async () => {},
  };
}
