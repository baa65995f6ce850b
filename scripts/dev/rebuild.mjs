// @ts-check
// Builds again whenever something has changed, one build at a time.
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for which changes are collected: editors save several files. */
const settling = 50;

/**
 * @param {() => Promise<unknown>} build
 * @param {(error: Error | undefined) => void} done called when a build has
 *   ended and nothing has changed since it began; with why it failed
 * @returns {() => Promise<void>} asks for a build; a build that runs is
 *   followed by one more. Settles when nothing is left to do.
 */
export function rebuilding(build, done) {
  let wanted = false;
  /** @type {Promise<void> | undefined} */
  let running;
  async function work() {
    while (wanted) {
      await sleep(settling);
      wanted = false;
      const error = await build().then(
        () => undefined,
        (reason) => reason,
      );
      if (!wanted) done(error);
    }
    running = undefined;
  }
  return () => {
    wanted = true;
    running ??= work();
    return running;
  };
}
