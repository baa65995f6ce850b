// @ts-check
// What a step of `npm run check` is, and the small things steps share.
import { execFileSync } from 'node:child_process';
import { root } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

/**
 * @typedef {{ ok: boolean, note?: string }} Outcome note: a figure when it is
 *   ok, what is wrong when it is not
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Step
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

/** @param {string[]} command @returns {Promise<Outcome>} ok: exit code 0 */
export async function outcomeOf(command) {
  const { code, output } = await run(command, { quiet: true });
  return code === 0 ? { ok: true } : { ok: false, note: output.trimEnd() };
}
