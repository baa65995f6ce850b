// @ts-check
/**
 * Runs the tests of what can differ between engines (see files.mjs) in a real
 * browser under a strict content security policy, and compares the browser's
 * digests with those that are kept, which are those of native code.
 *
 *   node tests/engines/run.mjs chromium|firefox|webkit [PATTERN]
 *
 * PATTERN keeps the tests whose file or name contains it. Prints one line for
 * each failure, then `N passed, N failed`.
 */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { within } from '../../scripts/lib/pace.mjs';
import { browsers } from './browsers.mjs';
import { bundle, packageRoot } from './bundle.mjs';
import { keptDigests, readCalls } from './digest/kept.mjs';
import { runs } from './files.mjs';
import { serve } from './server.mjs';

/** Time to start a browser and open the page, in seconds of a quiet machine. */
const patience = 120;

/**
 * @param {string} engine
 * @param {typeof runs[0]} run
 * @param {string} pattern
 * @returns {Promise<import('./server.mjs').Report>}
 */
async function runIn(engine, { locale, files }, pattern) {
  const open = browsers[engine];
  if (!open) throw new Error(`no engine ${engine}`);
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'posenc-')));
  let server;
  let close;
  try {
    const suites = await bundle(files, folder);
    server = await serve(
      { '/tests': folder, '/posenc': packageRoot },
      {
        '/run.json': JSON.stringify({
          files: suites.map((name) => `/tests/${name}`),
          ...{ pattern, locale },
        }),
        '/calls.jsonl': readCalls(),
        '/digests.txt': keptDigests().join('\n'),
      },
      `LANG=${locale}`,
    );
    close = await within(
      open(server.url, { locale }),
      patience,
      `opening ${engine}`,
    );
    // No limit: `npm test` ends the suite when no test begins or ends any more.
    return await server.report;
  } finally {
    await close?.();
    server?.close();
    rmSync(folder, { recursive: true });
  }
}

/** @param {string[]} words */
async function main([engine = '', pattern = '']) {
  if (!browsers[engine]) {
    const known = Object.keys(browsers).join('|');
    console.log(`usage: run.mjs ${known} [PATTERN]`);
    return 2;
  }
  let [passed, failed] = [0, 0];
  for (const run of runs) {
    try {
      const report = await runIn(engine, run, pattern);
      passed += report.passed;
      failed += report.failed;
    } catch (error) {
      console.log(`FAIL ${engine}, LANG=${run.locale}: ${error}`);
      failed += 1;
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

// Leave through `exit`, whose handler stops the browsers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.exit(1));
}
process.exitCode = await main(process.argv.slice(2));
