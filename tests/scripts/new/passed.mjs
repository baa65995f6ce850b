// Runs tests in a copy of the repository.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tool } from '../../../scripts/lib/run.mjs';

/**
 * Runs those tests in a copy whose names fit a pattern, and fails with what they
 * say if one of them fails.
 * @param {ReturnType<typeof import('./copy.mjs').makeCopy>} copy
 * @param {string} pattern @param {string[]} files
 * @returns {Promise<Record<string, number>>} how many passed in each file
 */
export async function passedIn(copy, pattern, files) {
  const report = join(copy.folder, 'report.json');
  const ended = copy.run(
    ...tool('vitest/vitest.mjs', 'run'),
    ...['--config', 'tests/vitest.config.mjs', '--reporter', 'json'],
    ...['--outputFile', report, '--testNamePattern', pattern],
    ...files,
  );
  // The report says which tests failed, and why.
  await ended.catch((error) => {
    if (!existsSync(report)) throw error;
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = testResults.flatMap(
    (/** @type {any} */ { status, message, assertionResults }) => [
      ...(status === 'passed' ? [] : [message]),
      ...assertionResults.flatMap((/** @type {any} */ test) =>
        test.failureMessages.map((/** @type {string} */ why) => [
          test.fullName,
          why,
        ]),
      ),
    ],
  );
  expect(failures.filter((/** @type {unknown} */ one) => one)).toEqual([]);
  return Object.fromEntries(
    testResults.map((/** @type {any} */ { name, assertionResults }) => [
      name.slice(copy.folder.length + 1),
      assertionResults.filter(
        (/** @type {any} */ { status }) => status === 'passed',
      ).length,
    ]),
  );
}
