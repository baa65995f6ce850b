// @ts-check
// `npm test [-- SUITE…]`: sets up, builds, runs every suite (or those named),
// and ends with a table and the line `N passed, N failed`.
import { rmSync } from 'node:fs';
import { build } from './build.mjs';
import { at } from './lib/paths.mjs';
import { run, script, UserError } from './lib/run.mjs';
import { setup } from './setup.mjs';
import { suites } from './suites.mjs';

/**
 * @typedef {import('./suites.mjs').Suite} Suite
 * @typedef {import('./test/count.mjs').Counts & { seconds: number }} Result
 */

/** No suite takes this long; one that does hangs. */
const limit = 1200;

/** @param {string[]} names @returns {Suite[]} */
function chosen(names) {
  if (names.length === 0) return suites;
  const known = suites.map((suite) => suite.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UserError(
      `test: no suite ${unknown.join(', ')}; there are ${known.join(', ')}`,
    );
  }
  return suites.filter((suite) => names.includes(suite.name));
}

/** @param {Suite} suite @returns {Promise<Result>} */
async function runSuite(suite) {
  process.stdout.write(`\n== ${suite.name}: ${suite.about}\n`);
  const start = Date.now();
  const { code, output } = await run(suite.command, {
    echo: true,
    timeout: limit,
  });
  const counts = suite.count(output);
  if (counts.passed + counts.failed === 0) {
    process.stdout.write(`${suite.name}: counted no test\n`);
    counts.failed = 1;
  } else if (code !== 0 && counts.failed === 0) {
    process.stdout.write(`${suite.name}: ended with code ${code}\n`);
    counts.failed = 1;
  }
  return { ...counts, seconds: (Date.now() - start) / 1000 };
}

/** @param {[string, Result][]} results */
function report(results) {
  process.stdout.write('\n');
  for (const [name, { passed, failed, skipped, seconds }] of results) {
    const row = [
      failed > 0 ? 'FAIL' : 'ok  ',
      name.padEnd(12),
      `${String(passed).padStart(6)} passed`,
      `${String(failed).padStart(4)} failed`,
      `${String(skipped).padStart(4)} skipped`,
      `${seconds.toFixed(1).padStart(7)} s`,
    ];
    process.stdout.write(`${row.join('  ')}\n`);
  }
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, [, result]) => total + result[key], 0);
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
  if (sum('failed') > 0) process.exitCode = 1;
}

await script(async () => {
  const selected = chosen(process.argv.slice(2));
  await setup(['build', ...selected.flatMap((suite) => suite.needs ?? [])]);
  await build();
  // A count of an earlier run must not stand for this one.
  rmSync(at('build/vitest.json'), { force: true });
  /** @type {[string, Result][]} */
  const results = [];
  for (const suite of selected) {
    results.push([suite.name, await runSuite(suite)]);
  }
  report(results);
});
