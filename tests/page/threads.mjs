// @ts-check
// The workers of a page, and its own thread: how tests end the ones, and watch
// the other.

import assert from 'node:assert/strict';
import { measurePace, within } from '../../scripts/lib/pace.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('puppeteer-core').WebWorker} WebWorker */

/** How a worker ends without a word; each runs in it. */
export const ends = {
  killed: () => self.close(),
  hangs: () => {
    setTimeout(() => {
      for (;;);
    });
  },
};

/** Runs in a worker: throws, which the page hears at once. */
export function breaks() {
  setTimeout(() => {
    throw new Error('the test broke it');
  });
}

/**
 * The workers of a page whose file has a name.
 * @param {Page} page
 * @param {RegExp} file
 * @returns {WebWorker[]}
 */
export function workersOf(page, file) {
  return page.workers().filter((worker) => file.test(worker.url()));
}

/**
 * The one worker of a page whose file has a name, and which has a name itself. One
 * that the page ended while it computed is listed until its task is over.
 * @param {Page} page
 * @param {RegExp} file
 * @param {string} [name]
 * @returns {Promise<WebWorker>}
 */
export async function workerOf(page, file, name = '') {
  const named = await Promise.all(
    workersOf(page, file).map(async (worker) => {
      const own = worker.evaluate(() => self.name).catch(() => null);
      const what = `waiting for a worker of ${file} to live or end`;
      return (await within(own, 20, what)) === name ? [worker] : [];
    }),
  );
  const [worker, ...more] = named.flat();
  assert.ok(worker && more.length === 0, `one worker of ${file} "${name}"`);
  return worker;
}

/**
 * Runs in the page: keeps the tasks of more than 50 ms from now on, and defines
 * `longest()`, which gives the milliseconds of the longest since it was called.
 */
export function watchTasks() {
  /** @type {number[]} */
  const found = [];
  const keep = (/** @type {PerformanceEntryList} */ entries) =>
    found.push(...entries.map(({ duration }) => duration));
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'longtask' });
  const longest = () => {
    keep(observer.takeRecords());
    return Math.max(0, ...found.splice(0));
  };
  Object.assign(window, { longest });
}

/** @param {Page} page @returns {Promise<number>} */
export function longest(page) {
  return page.evaluate(() => Reflect.get(window, 'longest')());
}

/**
 * Asserts that something takes at most so many milliseconds of the reference
 * machine. What else runs on this one can only make it longer, so the best of eight
 * runs counts, of which no more are made than it takes.
 * @param {number} most
 * @param {string} what
 * @param {(turn: number) => Promise<number>} measure gives milliseconds
 */
export async function takesAtMost(most, what, measure) {
  const limit = async () => most / Math.min(1, await measurePace());
  /** @type {string[]} */
  const seen = [];
  for (let turn = 0; turn < 8; turn++) {
    const before = await limit();
    const took = await measure(turn);
    const allowed = Math.max(before, await limit());
    seen.push(`${took.toFixed()} of ${allowed.toFixed()} ms`);
    if (took <= allowed) return;
  }
  assert.fail(`${what} took ${seen.join(', ')}`);
}

/**
 * Asserts that something leaves the page's thread free: no task takes longer than
 * 50 ms.
 * @param {Page} page
 * @param {string} what
 * @param {(turn: number) => Promise<void>} act
 */
export async function staysFree(page, what, act) {
  await takesAtMost(50, `${what}: a task`, async (turn) => {
    await longest(page);
    await act(turn);
    return longest(page);
  });
}
