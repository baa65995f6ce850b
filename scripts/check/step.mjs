// @ts-check
// What a step of `npm run check` is, and the small things steps share.
import { execFileSync } from 'node:child_process';
import { root } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

/**
 * @typedef {[name: string, run: () => Promise<string | void>]} Step
 *   its name, and what does it: gives a figure, or throws what is wrong
 */

/**
 * Files that are, or are about to be, under version control.
 * @param {...string} patterns as of `git ls-files`
 * @returns {string[]}
 */
export function tracked(...patterns) {
  const list = execFileSync(
    'git',
    [
      'ls-files',
      '-co',
      '--exclude-standard',
      '--deduplicate',
      '--',
      ...patterns,
    ],
    { cwd: root, encoding: 'utf8' },
  );
  const gone = execFileSync('git', ['ls-files', '-d', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  return list.split('\n').filter((file) => file && !gone.includes(file));
}

/**
 * Runs a program; what it prints is what is wrong, if its exit code is not 0.
 * @param {string[]} command
 */
export async function passes(command) {
  const { code, output } = await run(command, { quiet: true });
  if (code !== 0) throw new Error(output.trimEnd());
}
