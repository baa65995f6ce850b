// @ts-check
/**
 * Checks that every build gives the same bits: the native program, and the
 * package in Node with SIMD and without. Browsers compare with the same digests
 * in their own runs. The bits must also be those that are kept in the repository
 * (docs/releases.md). With POSENC_DEEP=1 it also checks the core alone, compiled to
 * WebAssembly.
 *
 *   node tests/engines/digest.mjs [PATTERN]
 */

import { readFileSync } from 'node:fs';
import { create } from 'posenc/compat';
import { begins, ends } from '../../scripts/lib/records.mjs';
import { deep, oneIn } from '../support/sample.mjs';
import { cases } from './digest/cases.mjs';
import { coreDigests, expectedDigests } from './digest/expected.mjs';
import { inOrderOf, keptDigests, titled, titleOf } from './digest/kept.mjs';
import { PARTS, withPart } from './digest/parts.mjs';
import { digests, titles } from './digest/twin.mjs';
import { wholeDigests } from './digest/whole.mjs';

const { native, whole } = await expectedDigests();
const text = readFileSync(cases, 'utf8');
const kept = keptDigests();
const KEPT = 'kept in the repository';

/** The digests to compare, the expected ones, and the name of each line.
 * @type {[string, string[], string[], () => Promise<string[]> | string[]][]} */
const comparisons = [
  [
    KEPT,
    kept,
    kept.map(titleOf),
    () => inOrderOf(kept, titled({ native, whole })),
  ],
  ...[false, true].map(
    (simd) =>
      /** @type {typeof comparisons[0]} */ ([
        `package in Node, ${simd ? 'SIMD' : 'scalar'}`,
        native,
        titles(text),
        async () => digests(await create({ simd }), text),
      ]),
  ),
  [
    'the whole package, SIMD',
    whole,
    whole.map((line) => line.replace(/^\S+ /, '')),
    async () => wholeDigests(await create({ simd: true })),
  ],
  ...oneIn(4, PARTS, 'parts').flatMap(
    (part) =>
      /** @type {typeof comparisons} */ ([
        [
          `posenc/${part}`,
          native,
          titles(text),
          async () => digests(await withPart(part), text),
        ],
        [
          `posenc/${part}, whole`,
          whole,
          whole.map((line) => line.replace(/^\S+ /, '')),
          async () => wholeDigests(await withPart(part)),
        ],
      ]),
  ),
  ...(deep ? ['wasm-scalar', 'wasm-simd'] : []).map(
    (build) =>
      /** @type {typeof comparisons[0]} */ ([
        `the core as ${build}`,
        native,
        titles(text),
        () => coreDigests(build),
      ]),
  ),
];

let [passed, failed] = [0, 0];
const pattern = process.argv[2] ?? '';
for (const [name, expected, lines, compute] of comparisons) {
  const titled = lines.map((line) => `${name}: ${line}`);
  if (!titled.some((title) => title.includes(pattern))) continue;
  begins(name);
  const start = performance.now();
  const actual = await compute();
  // All cases ran at once, so each gets its share of the time.
  const seconds = (performance.now() - start) / 1000 / expected.length;
  const before = failed;
  let compared = 0;
  expected.forEach((line, i) => {
    const title = titled[i] ?? name;
    if (!title.includes(pattern)) return;
    compared += 1;
    const same = line === actual[i];
    ends(title, same ? 'passed' : 'failed', seconds);
    if (same) passed += 1;
    else failed += 1;
    if (!same) console.log(`FAIL ${title}`);
  });
  const more = actual.length !== expected.length;
  if (more) console.log(`FAIL ${name}: ${actual.length} digests`);
  ends(name, more ? 'failed' : 'passed', 0);
  if (more) failed += 1;
  else passed += 1;
  if (name === KEPT && failed > before) {
    console.log('if results are meant to change: npm run digests, in a commit');
    console.log('of its own with a line in CHANGELOG.md (docs/releases.md)');
  }
  if (failed === before) console.log(`ok ${name}: ${compared} digests`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
