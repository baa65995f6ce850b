// @ts-check
/**
 * The digests that are kept in the repository. They change only when results
 * change, in a commit of their own: see docs/releases.md.
 *
 *   npm run digests        writes them anew, and names those that changed
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cases } from './cases.mjs';
import { expectedDigests } from './expected.mjs';
import { titles } from './twin.mjs';

const file = fileURLToPath(new URL('kept.txt', import.meta.url));

/** @param {string} line `DIGEST TITLE` @returns {string} */
export const titleOf = (line) => line.slice(line.indexOf(' ') + 1);

/** @returns {string[]} `DIGEST TITLE` of every case, as they are kept */
export const keptDigests = () =>
  readFileSync(file, 'utf8').trimEnd().split('\n');

/**
 * `DIGEST TITLE` of every case, each title once: a title that occurs again gets
 * a number.
 * @param {{ native: string[], whole: string[] }} digests
 * @returns {string[]}
 */
export function titled({ native, whole }) {
  const named = titles(readFileSync(cases, 'utf8')).map(
    (title, i) => `${native[i]?.replace(/^\d+ /, '')} ${title}`,
  );
  /** @type {Map<string, number>} */
  const times = new Map();
  return [...named, ...whole].map((line) => {
    const title = titleOf(line);
    const time = (times.get(title) ?? 0) + 1;
    times.set(title, time);
    return time === 1 ? line : `${line} (${time})`;
  });
}

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
  const current = titled(await expectedDigests());
  const kept = keptDigests();
  const then = new Map(kept.map((line) => [titleOf(line), line]));
  const changed = current.filter(
    (line) => (then.get(titleOf(line)) ?? line) !== line,
  );
  for (const line of changed) console.log(`changed: ${titleOf(line)}`);
  const added = current.filter((line) => !then.has(titleOf(line)));
  writeFileSync(file, `${current.join('\n')}\n`);
  console.log(
    `${current.length} digests: ${changed.length} changed, ${added.length} new`,
  );
}
