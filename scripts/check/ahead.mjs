// @ts-check
// Steps run two at a time: most of them keep one processor busy.
import { atMost } from '../lib/at-most.mjs';
import { runEarly } from '../lib/run-tests.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/**
 * The same steps, to be asked for one after another. The first that is asked
 * for starts them all, `count` at a time.
 * @param {Step[]} steps @param {number} [count]
 * @returns {[string, () => Promise<unknown>][]}
 */
export function ahead(steps, count = 2) {
  /** @type {Promise<unknown>[]} */
  const started = [];
  const start = () => {
    if (started.length > 0) return;
    const limited = atMost(count);
    for (const [name, run] of steps) {
      const result = limited(() => runEarly(name, run));
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
