// @ts-check
// Runs tests of the built page. Prints a line for each, then `N passed, N failed`,
// and ends the process, with 1 if any failed.

import { runTests } from '../../scripts/lib/run-tests.mjs';
import { oneIn } from '../support/sample.mjs';
import { Pages } from './browser.mjs';
import { serve } from './serve.mjs';

/**
 * @typedef {Record<string, (stage: import('./browser.mjs').Stage)
 *   => Promise<void>>} Tests
 */

/**
 * @typedef {object} More tests that need no page of `Pages`
 * @property {[string, () => Promise<unknown>][]} tests
 * @property {() => Promise<void>} end
 */

/**
 * Tests that a worker which is killed or hangs is replaced. They wait for the
 * watchdog, and are alike in all views.
 */
const ofLostWorkers = /worker .*(killed|hangs)|lost worker|recovers, too/;

/** @param {Tests} tests @param {string} pattern of those that are wanted */
function chosenOf(tests, pattern) {
  const all = Object.entries(tests);
  if (pattern !== '') return all;
  const lost = all.filter(([name]) => ofLostWorkers.test(name));
  const some = new Set(oneIn(3, lost, 'lost workers'));
  return all.filter((test) => some.has(test) || !lost.includes(test));
}

/**
 * @param {Tests} tests
 * @param {(page: string, pattern: string) => Promise<More>} [more]
 */
export async function runOnPage(tests, more) {
  // `exit` stops the browsers, too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => process.exit(1));
  }
  const pattern = process.argv.slice(2).join(' ');
  // Imported by its address, because it is type-checked elsewhere.
  const builder = new URL('../../scripts/build/page.mjs', import.meta.url).href;
  const { buildPage, page } = await import(builder);
  await buildPage();
  const server = await serve(page);
  const pages = new Pages(server.address);
  const others = await more?.(page, pattern);
  /** @type {[string, () => Promise<unknown>][]} */
  const staged = chosenOf(tests, pattern).map(([name, test]) => [
    name,
    () => pages.during(test),
  ]);
  try {
    await runTests([...staged, ...(others?.tests ?? [])], pattern);
  } finally {
    await others?.end();
    await pages.close();
    await server.close();
  }
  // A test that hangs may keep this process alive.
  process.exit();
}
