// @ts-check
// Runs two steps at a time, because most of them use one processor.
import { atMost } from '../lib/at-most.mjs';
import { runEarly } from '../lib/run-tests.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/**
 * The same steps for a runner that calls them one after another. The first call
 * starts all of them, `count` at a time; each call then waits for its own.
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
      // The failure is reported when the runner calls the step.
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
