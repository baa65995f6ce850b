// @ts-check
/**
 * Checks that every build gives the same bits: the package on native code, in
 * Node with SIMD and without, and with the methods of each part. Browsers compare
 * with the kept digests in their own runs. The bits must also be those that are
 * kept in the repository (docs/releases.md).
 *
 *   node tests/engines/digest.mjs [PATTERN]
 */

import { create } from 'posenc/compat';
import { begins, ends } from '../../scripts/lib/records.mjs';
import { oneIn } from '../support/sample.mjs';
import { digests, titleOf } from './digest/digests.mjs';
import {
  inOrderOf,
  keptDigests,
  nativeDigests,
  readCalls,
} from './digest/kept.mjs';
import { PARTS, withPart } from './digest/parts.mjs';

const text = readCalls();
const native = await nativeDigests();
const kept = keptDigests();
const KEPT = 'kept in the repository';

/** What to compare, with what is expected.
 * @type {[name: string, expected: string[], compute: () => Promise<string[]>][]} */
const comparisons = [
  [KEPT, kept, async () => inOrderOf(kept, native)],
  ...[false, true].map(
    (simd) =>
      /** @type {typeof comparisons[0]} */ ([
        `package in Node, ${simd ? 'SIMD' : 'scalar'}`,
        native,
        async () => digests(await create({ simd }), text),
      ]),
  ),
  ...oneIn(4, PARTS, 'parts').map(
    (part) =>
      /** @type {typeof comparisons[0]} */ ([
        `posenc/${part}`,
        native,
        async () => digests(await withPart(part), text),
      ]),
  ),
];

let [passed, failed] = [0, 0];
const pattern = process.argv[2] ?? '';
for (const [name, expected, compute] of comparisons) {
  const titles = expected.map((line) => `${name}: ${titleOf(line)}`);
  if (!titles.some((title) => title.includes(pattern))) continue;
  begins(name);
  const start = performance.now();
  const actual = await compute();
  // All cases ran at once, so each gets its share of the time.
  const seconds = (performance.now() - start) / 1000 / expected.length;
  const before = failed;
  let compared = 0;
  expected.forEach((line, i) => {
    const title = titles[i] ?? name;
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
