// @ts-check
// The type of a step of `npm run check`, and helpers that steps share.
import { execFileSync } from 'node:child_process';
import { root } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

/**
 * @typedef {[name: string, run: () => Promise<string | void>]} Step
 *   its name, and the function that does it: it returns a
 *   note for the reader, or throws an error that says what is wrong
 */

/**
 * Files under version control, and new ones that git does not ignore.
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
 * Runs a program. If its exit code is not 0, throws what it printed.
 * @param {string[]} command
 */
export async function passes(command) {
  const { code, output } = await run(command, { quiet: true });
  if (code !== 0) throw new Error(output.trimEnd());
}
