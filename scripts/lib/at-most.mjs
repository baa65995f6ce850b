// @ts-check
// Limits how many pieces of work run at a time, and keeps their order.

/**
 * @param {number} count
 * @returns {<T>(work: () => Promise<T>) => Promise<T>} runs work as soon
 *   as fewer than `count` others run
 */
export function atMost(count) {
  let running = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  return async (work) => {
    if (running < count) running += 1;
    // The work that ends hands its place on.
    else await new Promise((go) => waiting.push(() => go(undefined)));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
