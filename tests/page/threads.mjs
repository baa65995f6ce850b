// @ts-check
// The workers of a page, and its own thread: how tests end the ones, and watch
// the other.

import assert from 'node:assert/strict';
import {
  measureOwnPace,
  measurePace,
  within,
} from '../../scripts/lib/pace.mjs';

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
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {number} pid
 * @property {number} tid
 * @property {number} [tdur] microseconds for which the thread had a processor
 * @property {{ name?: string, data?: { frame?: string } }} args
 */

/** What Chromium calls the own thread of a page. */
const MAIN = 'CrRendererMain';

/**
 * Milliseconds for which the longest task of a page's own thread had a processor
 * while something was done. Time in which it waited for one is none of it: that
 * says what else runs on this machine.
 * @param {Page} page
 * @param {() => Promise<unknown>} act
 */
async function longestTask(page, act) {
  const timeline = 'disabled-by-default-devtools.timeline';
  await page.tracing.start({ categories: ['-*', timeline, '__metadata'] });
  /** @type {Uint8Array | undefined} */
  let trace;
  try {
    await act();
  } finally {
    trace = await page.tracing.stop();
  }
  assert.ok(trace, 'a trace of the page');
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(Buffer.from(trace).toString());
  // Chromium has renderers for parts of its own window, too.
  const { _id: frame } = /** @type {{ _id: string }} */ (
    /** @type {unknown} */ (page.mainFrame())
  );
  const own = new Set(
    traceEvents
      .filter(({ args }) => args.data?.frame === frame)
      .map(({ pid }) => pid),
  );
  const threads = new Set(
    traceEvents
      .filter(({ pid, args }) => own.has(pid) && args.name === MAIN)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`),
  );
  assert.ok(tasks.length > 0, 'tasks of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/**
 * Asserts that something takes at most so many milliseconds of the reference
 * machine. What else runs on this one can only make it longer, so the best of eight
 * runs counts, of which no more are made than it takes.
 * @param {number} most
 * @param {string} what
 * @param {(turn: number) => Promise<number>} measure gives milliseconds
 * @param {() => number | Promise<number>} [pace] of this machine
 */
export async function takesAtMost(most, what, measure, pace = measurePace) {
  const limit = async () => most / Math.min(1, await pace());
  /** @type {string[]} */
  const seen = [];
  for (let turn = 0; turn < 8; turn++) {
    const took = await measure(turn);
    // A slower machine may take longer, so its pace matters only then.
    if (took <= most) return;
    const allowed = Math.max(await limit(), await limit());
    seen.push(`${took.toFixed()} of ${allowed.toFixed()} ms`);
    if (took <= allowed) return;
  }
  assert.fail(`${what} took ${seen.join(', ')}`);
}

/**
 * Asserts that something leaves the page's thread free: no task takes longer than
 * 50 ms of the reference machine, or than another limit.
 * @param {Page} page
 * @param {string} what
 * @param {(turn: number) => Promise<unknown>} act
 * @param {number} [most] milliseconds
 */
export async function staysFree(page, what, act, most = 50) {
  const measure = (/** @type {number} */ turn) =>
    longestTask(page, () => act(turn));
  await takesAtMost(most, `${what}: a task`, measure, measureOwnPace);
}
