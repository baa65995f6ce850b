// @ts-check
/**
 * Reads every configuration of some folders, by default `data` and `own`, and
 * compares the answers of `model`.
 *
 *   node tests/models/run.mjs [DIR …] [--only TEXT]
 *
 * Prints `ok NAME` or `FAIL NAME why` for each case; fields of a case that
 * nothing compares are named behind `ok`. The last line is `N passed, N failed`;
 * the exit code is 1 if any failed.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { load } from 'posenc';
import { begins, ends } from '../../scripts/lib/records.mjs';
import { Answer } from './case.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const own = ['data', 'own']
  .map((name) => fileURLToPath(new URL(name, import.meta.url)))
  .filter(existsSync);
const folders = positionals.length > 0 ? positionals : own;
const pe = await load();

let passed = 0;
let failed = 0;
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .sort()
    .map((file) => path.resolve(folder, file)),
);
for (const file of files) {
  const name = path.basename(file, '.json');
  if (!file.endsWith('.json') || !name.includes(values.only)) continue;
  begins(name);
  const start = performance.now();
  const why = outcome(file);
  const seconds = (performance.now() - start) / 1000;
  ends(name, why.failures.length > 0 ? 'failed' : 'passed', seconds);
  if (why.failures.length > 0) {
    failed++;
    console.log(`FAIL ${name} ${why.failures.join('; ')}`);
  } else {
    passed++;
    console.log(['ok', name, ...why.remarks].join(' '));
  }
}
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;

/**
 * @param {string} file
 * @returns {{ failures: string[], remarks: string[] }}
 */
function outcome(file) {
  try {
    const given = JSON.parse(readFileSync(file, 'utf8'));
    const answer = new Answer(pe, given);
    answer.compare(pe.model(given.config));
    const remarks = [];
    if (answer.skipped.size > 0) {
      remarks.push(`(not compared: ${[...answer.skipped].join(', ')})`);
    }
    if (answer.judged.length > 0) {
      remarks.push(`(read otherwise: ${answer.judged.join('; ')})`);
    }
    return { failures: answer.failures, remarks };
  } catch (error) {
    return {
      failures: [error instanceof Error ? error.message : String(error)],
      remarks: [],
    };
  }
}
