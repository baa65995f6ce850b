// @ts-check
// The npm packages of the lock file.
import { existsSync, readFileSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { must, say } from '../lib/run.mjs';

/** @param {string} path @returns {Record<string, any>} its packages by place */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Whether node_modules holds what the lock file names. Versions are compared
 * rather than times, which say little after a clone or a change of branch.
 */
function installed() {
  const record = at('node_modules/.package-lock.json'); // npm's own
  if (!existsSync(record)) return false;
  const present = packagesOf(record);
  return Object.entries(packagesOf(at('package-lock.json'))).every(
    ([place, { version, optional, link }]) =>
      link ||
      !place.startsWith('node_modules/') ||
      // Optional ones are left out where they are for another platform.
      (place in present ? present[place].version === version : optional),
  );
}

export async function installNpmPackages() {
  if (installed()) return;
  say('setup', 'npm ci');
  await must(['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
