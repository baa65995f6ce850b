// @ts-check
/**
 * Runs every case of a folder of golden data against the built package.
 *
 *   node tests/golden/run.mjs [DIR] [--only TEXT]
 *
 * `--only` runs the cases whose name contains TEXT.
 *
 * Prints one line for each case: `ok NAME maxAbs=… maxUlp=…` (maxUlp counts
 * float32 ulps of the float32 results; torchMaxAbs is the distance from the
 * references' own float32 outputs), `FAIL NAME why`, or `later NAME what` if its
 * method is one that `handlers/later.mjs` lists as not built yet. The last line is
 * `N passed, N failed, N skipped`. The exit code is 1 if any failed.
 */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { create } from 'posenc';
import { begins, ends } from '../../scripts/lib/records.mjs';
import { Case } from './case.mjs';
import { Comparison } from './compare.mjs';
import { handlers, isNamed } from './handlers/index.mjs';
import { later } from './handlers/later.mjs';

/** @typedef {'ok' | 'FAIL' | 'later'} Outcome */

/**
 * Gives the errors of a case, or throws.
 *
 * @param {import('posenc').Posenc} pe
 * @param {Case} golden
 */
function runCase(pe, golden) {
  const { method } = golden;
  const handler = handlers[method];
  if (!handler) throw new Error(`unknown method ${method}`);

  for (const name of Object.keys(golden.params)) {
    if (handler.params.includes(name)) continue;
    throw new Error(`unknown parameter ${name}`);
  }
  const { tensors } = handler;
  const names = typeof tensors === 'function' ? tensors(golden) : tensors;
  for (const tensor of golden.tensors.values()) {
    if (isNamed(tensor, names)) continue;
    throw new Error(`unknown tensor ${tensor.name}`);
  }
  const check = new Comparison(golden);
  handler.run(pe, golden, check);
  const results = golden.results();
  if (results.length === 0) throw new Error('there is nothing to compare with');
  const left = results.find(({ name }) => !check.seen.has(name));
  if (left) throw new Error(`${left.name} was not compared`);
  return summary(check);
}

/** @param {Comparison} check */
function summary(check) {
  const words = [
    `maxAbs=${check.maxAbs.toExponential(2)}`,
    `maxUlp=${check.maxUlp.toFixed(4)}`,
  ];
  if (check.torchMaxAbs > 0) {
    words.push(`torchMaxAbs=${check.torchMaxAbs.toExponential(2)}`);
  }
  return words.join(' ');
}

/** The names of the outcomes in the records of `npm test`. */
const RECORDED = /** @type {const} */ ({
  ok: 'passed',
  FAIL: 'failed',
  later: 'skipped',
});

/**
 * @param {import('posenc').Posenc} pe
 * @param {string} file
 * @returns {Outcome}
 */
function runFile(pe, file) {
  const called = path.basename(file, '.json');
  begins(called);
  const start = performance.now();
  let name = called;
  /** @type {Outcome} */
  let outcome = 'FAIL';
  let text = '';
  try {
    const golden = new Case(file);
    name = golden.name;
    const what = later[golden.method];
    text = what ? `${what}: not built yet` : runCase(pe, golden);
    outcome = what ? 'later' : 'ok';
  } catch (error) {
    text = error instanceof Error ? error.message : String(error);
  }
  console.log(`${outcome} ${name} ${text}`);
  ends(called, RECORDED[outcome], (performance.now() - start) / 1000);
  return outcome;
}

/** @param {string} folder @param {string} only */
async function main(folder, only) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new Error(`no golden cases in ${folder}`);
  const chosen = names.filter((file) =>
    path.basename(file, '.json').includes(only),
  );
  if (chosen.length === 0) console.log(`no case is called ${only}`);
  const pe = await create();
  const counts = { ok: 0, FAIL: 0, later: 0 };
  for (const file of chosen.sort()) {
    counts[runFile(pe, path.join(folder, file))] += 1;
  }
  const { ok, FAIL } = counts;
  console.log(`${ok} passed, ${FAIL} failed, ${counts.later} skipped`);
  return FAIL === 0 && chosen.length > 0 ? 0 : 1;
}

const here = path.dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const folder = positionals[0] ?? path.join(here, 'data');
process.exitCode = await main(folder, values.only);
