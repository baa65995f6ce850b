// @ts-check
// Runs one suite and watches its progress. A suite is never ended for taking
// long; it is ended when nothing has happened in it for so long that it hangs.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Patience } from '../lib/pace.mjs';
import { at } from '../lib/paths.mjs';
import { RECORDS } from '../lib/records.mjs';
import { run } from '../lib/run.mjs';
import { storyOf, storyOfCatch2 } from './records.mjs';

/**
 * @typedef {import('../suites.mjs').Suite} Suite
 * @typedef {import('./records.mjs').Test} Test
 * @typedef {{ name: string, tests: Test[], seconds: number,
 *   faults: string[] }} Result faults: failures other than of a test, in words
 */

/** Longer than any single test takes, in seconds of the reference machine. */
const silence = { usual: 180, deep: 900 };

/** Milliseconds between two readings of the records. */
const interval = 1000;

/** @param {string} file @returns {number} its size; 0 when there is none */
const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * The failures of a suite other than of its tests.
 * @param {{ tests: Test[], open: string[], code: number, hung: boolean }} end
 * @param {number} limit
 * @returns {string[]}
 */
function faultsOf({ tests, open, code, hung }, limit) {
  const last = open.at(-1);
  const ran = tests.filter(({ outcome }) => outcome !== 'skipped');
  if (hung) {
    const what = last === undefined ? 'something' : `"${last}"`;
    return [`${what} hung: nothing happened for ${limit} quiet seconds`];
  }
  if (last !== undefined) return [`ended with code ${code} in "${last}"`];
  if (ran.length === 0) return ['counted no test'];
  const failed = tests.some((test) => test.outcome === 'failed');
  return code !== 0 && !failed ? [`ended with code ${code}`] : [];
}

/**
 * @param {Suite} suite
 * @param {string[]} command
 * @param {{ env: Record<string, string>, deep: boolean,
 *   print: (text: string) => void }} how deep: single tests may take long;
 *   print: takes what the suite prints
 * @returns {Promise<Result>}
 */
export function runWatched(suite, command, { env, deep, print }) {
  const limit = deep ? silence.deep : silence.usual;
  return watch(suite, command, { env, limit, print });
}

/**
 * @param {Suite} suite
 * @param {string[]} command
 * @param {{ env?: Record<string, string>, limit: number,
 *   print?: (text: string) => void }} how limit: of silence, in seconds of the
 *   reference machine
 * @returns {Promise<Result>}
 */
export async function watch(suite, command, how) {
  const { env = {}, limit, print } = how;
  const start = Date.now();
  const file = at(`build/tests/${suite.name}.ndjson`);
  mkdirSync(at('build/tests'), { recursive: true });
  rmSync(file, { force: true });
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  let heard = '';
  const storyNow = () =>
    suite.catch2 ? storyOfCatch2(heard) : storyOf(read());
  /** What was so when nothing had happened for too long. */
  let stuck = /** @type {ReturnType<typeof storyNow> | undefined} */ (
    undefined
  );
  let end = () => {};
  const patience = new Patience(limit, () => {
    // Before the end: what is ended fails, and says so.
    stuck = storyNow();
    end();
  });
  let size = 0;
  const watcher = setInterval(() => {
    const now = sizeOf(file);
    if (now === size) return;
    size = now;
    patience.renew();
  }, interval);
  const { code } = await run(command, {
    quiet: true,
    env: { ...env, [RECORDS]: file },
    started: (stop) => {
      end = stop;
    },
    heard: (text) => {
      heard += text;
      print?.(text);
      patience.renew();
    },
  });
  clearInterval(watcher);
  patience.stop();

  const story = stuck ?? storyNow();
  const seconds = (Date.now() - start) / 1000;
  const faults = faultsOf({ ...story, code, hung: stuck !== undefined }, limit);
  return { name: suite.name, tests: story.tests, seconds, faults };
}
