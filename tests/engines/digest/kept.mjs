// @ts-check
/**
 * The digests that are kept in the repository. They change only when results
 * change, in a commit of their own: see docs/releases.md.
 *
 *   npm run digests        writes them anew, and names those that changed
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createNative } from '../../support/native.mjs';
import { digests, titleOf } from './digests.mjs';

/** @param {string} name */
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The lines of calls, as `digests` takes them. */
export const readCalls = () => readFileSync(beside('calls.jsonl'), 'utf8');

/** @returns {string[]} `DIGEST TITLE` of every case, as they are kept */
export const keptDigests = () =>
  readFileSync(beside('kept.txt'), 'utf8').trimEnd().split('\n');

/** @returns {Promise<string[]>} `DIGEST TITLE` of every case on native code */
export const nativeDigests = async () =>
  digests(await createNative(), readCalls());

/**
 * The current digests in the order of the kept ones: a case that is gone has no
 * digest, and cases that are new stand at the end.
 * @param {string[]} kept @param {string[]} current @returns {string[]}
 */
export function inOrderOf(kept, current) {
  const now = new Map(current.map((line) => [titleOf(line), line]));
  const known = new Set(kept.map(titleOf));
  return [
    ...kept.map((line) => now.get(titleOf(line)) ?? `gone ${titleOf(line)}`),
    ...current.filter((line) => !known.has(titleOf(line))),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const current = await nativeDigests();
  const kept = keptDigests();
  const then = new Map(kept.map((line) => [titleOf(line), line]));
  const changed = current.filter(
    (line) => (then.get(titleOf(line)) ?? line) !== line,
  );
  for (const line of changed) console.log(`changed: ${titleOf(line)}`);
  const added = current.filter((line) => !then.has(titleOf(line)));
  writeFileSync(beside('kept.txt'), `${current.join('\n')}\n`);
  console.log(
    `${current.length} digests: ${changed.length} changed, ${added.length} new`,
  );
}
