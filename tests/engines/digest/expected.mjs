// @ts-check
/**
 * The digests that every engine must give. Four suites compare with them, so
 * they are kept in the build folder until the package, the native program or
 * the cases change.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { create } from 'posenc/compat';
import { at } from '../../../scripts/lib/paths.mjs';
import { filesBelow, whenStale } from '../../../scripts/lib/stamps.mjs';
import { cases } from './cases.mjs';
import { titles } from './twin.mjs';
import { wholeDigests } from './whole.mjs';

const program = at('build/native/posenc_digest');
const kept = at('build/digests.json');

/** @param {string} command @param {string[]} parameters @returns {string[]} */
function run(command, parameters = []) {
  const text = readFileSync(cases, 'utf8');
  const { status, stdout, stderr, error } = spawnSync(command, parameters, {
    input: text,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`exit ${status}: ${stderr.slice(0, 500)}`);
  const lines = stdout.trimEnd().split('\n');
  if (lines.length !== titles(text).length) {
    throw new Error(`${command} gave ${lines.length} digests`);
  }
  return lines;
}

/** The digests of the core alone, as WebAssembly. @param {string} build */
export function coreDigests(build) {
  return run(process.execPath, [at(`build/${build}/posenc_digest.js`)]);
}

/**
 * @returns {Promise<{ native: string[], whole: string[] }>} native: of the
 *   cases in digest_cases.txt; whole: of the whole package, without SIMD
 */
export async function expectedDigests() {
  const inputs = [
    ...[program, cases],
    ...filesBelow(at('bindings/dist')),
    ...filesBelow(at('tests/engines/digest')),
  ];
  await whenStale('digests', { inputs, outputs: [kept] }, async () => {
    const native = run(program);
    const whole = wholeDigests(await create({ simd: false }));
    mkdirSync(at('build'), { recursive: true });
    writeFileSync(kept, JSON.stringify({ native, whole }));
  });
  return JSON.parse(readFileSync(kept, 'utf8'));
}
