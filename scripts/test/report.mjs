// @ts-check
// Makes the report that `npm test` prints when all suites have run.
import { count } from './records.mjs';

/** @typedef {import('./watch.mjs').Result} Result */

/** How many of the slowest tests are named. */
const slowest = 10;

/** @param {Result} result @returns {string} */
function row({ name, tests, faults, seconds }) {
  const failed = count(tests, 'failed') + faults.length;
  const cells = [
    failed > 0 ? 'FAIL' : 'ok  ',
    name.padEnd(12),
    `${String(count(tests, 'passed')).padStart(6)} passed`,
    `${String(failed).padStart(4)} failed`,
    `${String(count(tests, 'skipped')).padStart(4)} skipped`,
    `${seconds.toFixed(1).padStart(7)} s`,
  ];
  return cells.join('  ');
}

/** @param {Result[]} results @returns {string[]} a line each */
function slowestOf(results) {
  return results
    .flatMap(({ name, tests }) =>
      tests.map((test) => ({ ...test, suite: name })),
    )
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, slowest)
    .map(
      ({ seconds, suite, name }) =>
        `${seconds.toFixed(2).padStart(8)} s  ${suite}: ${name}`,
    );
}

/**
 * @param {Result[]} results
 * @returns {{ text: string, failed: number }} text: its last line is
 *   `N passed, N failed`
 */
export function report(results) {
  const faults = results.flatMap(({ name, faults }) =>
    faults.map((fault) => `FAIL ${name}: ${fault}`),
  );
  const all = results.flatMap(({ tests }) => tests);
  const failed = count(all, 'failed') + faults.length;
  const parts = [
    results.map(row),
    ['the slowest tests:', ...slowestOf(results)],
    faults,
    [`${count(all, 'passed')} passed, ${failed} failed`],
  ];
  const text = parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
  return { text, failed };
}
