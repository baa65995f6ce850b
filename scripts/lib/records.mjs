// @ts-check Tells `npm test` while a suite runs what becomes of each test: a
// line of JSON when a test begins and one when it ends, in a file that `npm
// test` names. With it `npm test` counts the tests of a suite that it had to
// end, names the test that hung, and lists the slowest. Without such a file
// nothing is written.
import { appendFileSync } from 'node:fs';

/** The environment variable that names the file. */
export const RECORDS = 'POSENC_RECORDS';

/** @typedef {'passed' | 'failed' | 'skipped'} Outcome */

/**
 * @typedef {{ begins: string }
 *   | { ends: string, outcome: Outcome, seconds: number }} Record
 */

/** @param {Record} record */
function write(record) {
  const file = process.env[RECORDS];
  // Written at once, so that a test that never returns is named.
  if (file) appendFileSync(file, `${JSON.stringify(record)}\n`);
}

/** @param {string} name of a test that is about to run */
export function begins(name) {
  write({ begins: name });
}

/** @param {string} name @param {Outcome} outcome @param {number} seconds */
export function ends(name, outcome, seconds) {
  write({ ends: name, outcome, seconds });
}
