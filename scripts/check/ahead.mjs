// @ts-check
// Steps run two at a time: most of them keep one processor busy.
import { atMost } from '../lib/at-most.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/**
 * The same steps, to be asked for one after another. The first that is asked
 * for starts them all, `count` at a time.
 * @param {Step[]} steps @param {number} [count]
 * @returns {Step[]}
 */
export function ahead(steps, count = 2) {
  /** @type {Promise<string | void>[]} */
  const started = [];
  const start = () => {
    if (started.length > 0) return;
    const limited = atMost(count);
    for (const [, run] of steps) {
      const result = limited(run);
      // Whoever asks for the step hears of its failure.
      result.catch(() => {});
      started.push(result);
    }
  };
  return steps.map(([name], i) => [
    name,
    async () => {
      start();
      return started[i];
    },
  ]);
}
