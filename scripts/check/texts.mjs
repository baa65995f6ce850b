// @ts-check
// Checks that no file names a package registry, since users may have their own,
// and that none holds the marks of a merge, which comments hide from compilers.
import { readFileSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { tracked } from './step.mjs';

const hosts = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['deb', 'debian', 'org'],
  ['security', 'debian', 'org'],
].map((parts) => parts.join('.')); // spelt so that this file passes

/** @param {string} file @returns {string[]} */
function findings(file) {
  const bytes = readFileSync(at(file));
  if (bytes.includes(0)) return []; // not text
  const text = bytes.toString('utf8');
  const found = hosts.filter((host) => text.includes(host));
  if (file.endsWith('package-lock.json') && /"resolved": "https?:/.test(text)) {
    found.push('"resolved" addresses');
  }
  if (/^(<{7}|>{7}) /m.test(text)) found.push('both sides of a merge');
  return found.map((what) => `${file} has ${what}`);
}

/** @type {import('./step.mjs').Step} */
export const texts = [
  'texts',
  async () => {
    const found = tracked().flatMap(findings);
    if (found.length > 0) throw new Error(found.join('\n'));
  },
];
