// Makes a user's project: a folder outside the repository, in which the packed
// package is installed from its file, without a network.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { at } from '../../scripts/lib/paths.mjs';

const start = promisify(execFile);
const fixtures = at('tests/consumers/fixtures');

/**
 * Runs a program in a folder. If it fails, the error holds what it printed.
 * @param {string} cwd @param {string[]} command
 * @returns {Promise<string>} its output, both streams
 */
export async function runIn(cwd, [program = '', ...parameters]) {
  try {
    const { stdout, stderr } = await start(program, parameters, { cwd });
    return stdout + stderr;
  } catch (error) {
    /** @type {string} */
    const output = `${error.stdout}${error.stderr}` || error.message;
    // Node prints the line that threw; a minified line would fill the screen.
    const lines = output.split('\n').map((line) => line.slice(0, 200));
    throw new Error(lines.join('\n'));
  }
}

/**
 * The path of a program that only these tests run.
 * @param {string} path below their node_modules
 */
export const own = (path) => at(`tests/consumers/node_modules/${path}`);

/**
 * @param {string} tarball
 * @returns {Promise<{ folder: string, remove: () => void }>} a project that
 *   holds the fixtures and the installed package
 */
export async function makeProject(tarball) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-consumer-'));
  cpSync(fixtures, folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  await runIn(folder, [
    'npm',
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    tarball,
  ]);
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
