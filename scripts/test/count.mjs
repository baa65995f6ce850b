// @ts-check
// How many tests passed and failed, read from what a suite printed. Each
// returns zeros when it finds no count; the caller takes that as a failure.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {string} output @returns {Counts} from "N passed, N failed" */
export function byLastLine(output) {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  const found = line.match(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/);
  const [passed = 0, failed = 0, skipped = 0] = (found ?? [])
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return { passed, failed, skipped };
}

/** @param {string} output @returns {Counts} test cases of Catch2 */
export function catch2(output) {
  const all = output.match(/^All tests passed \(.* in (\d+) test cases?\)/m);
  if (all) return { passed: Number(all[1]), failed: 0, skipped: 0 };
  const line = output.match(/^test cases: .*$/m)?.[0] ?? '';
  const number = (/** @type {string} */ word) =>
    Number(line.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  return { passed: number('passed'), failed: number('failed'), skipped: 0 };
}

/** @param {string} report vitest's JSON @returns {Counts} */
export function vitest(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 };
  /** @type {{ testResults: { status: string, assertionResults: object[] }[],
   *   numPassedTests: number, numFailedTests: number,
   *   numPendingTests: number, numTodoTests: number }} */
  const found = JSON.parse(readFileSync(report, 'utf8'));
  // A file that does not even load fails without a failed test in it.
  const unloadable = found.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests + unloadable.length,
    skipped: found.numPendingTests + found.numTodoTests,
  };
}
