// @ts-check
// The npm packages of the lock files: one at the root, and those of the consumer
// tests and of the benchmark, whose programs are large and of no use to anyone
// else.
import { existsSync, readFileSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { must, say } from '../lib/run.mjs';

/** @param {string} path @returns {Record<string, any>} its packages by place */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Whether node_modules holds what the lock file names. Versions are compared
 * rather than times, which say little after a clone or a change of branch.
 * @param {string} folder below the root, with a `/` at its end
 */
function installed(folder) {
  // npm's own record of what it installed.
  const record = at(`${folder}node_modules/.package-lock.json`);
  if (!existsSync(record)) return false;
  const present = packagesOf(record);
  return Object.entries(packagesOf(at(`${folder}package-lock.json`))).every(
    ([place, { version, optional, link }]) =>
      link ||
      !place.startsWith('node_modules/') ||
      // Optional ones are left out where they are for another platform.
      (place in present ? present[place].version === version : optional),
  );
}

/** @param {'' | 'tests/consumers/' | 'tests/bench/'} folder of the lock file */
export async function installNpmPackages(folder) {
  if (installed(folder)) return;
  say('setup', folder ? `npm ci in ${folder}` : 'npm ci');
  const command = ['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  await must(command, { cwd: at(folder) });
}
