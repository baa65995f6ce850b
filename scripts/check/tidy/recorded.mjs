// @ts-check
// The commit at which clang-tidy found every file clean. On a machine that has
// no list of clean files yet, such as a fresh clone, only the files that later
// changes can affect are searched: all of them would take five minutes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, root } from '../../lib/paths.mjs';
import { tracked } from '../step.mjs';

/** @typedef {import('./units.mjs').Unit} Unit */

/**
 * @typedef {object} Recorded
 * @property {string} commit
 * @property {string} version of clang-tidy
 * @property {string[]} flags the hash of each list of flags that files had
 */

const file = at('scripts/check/tidy/recorded.json');

/** What decides the findings in all files: the checks, and how we search. */
const shared = /^(\.clang-tidy|scripts\/check\/tidy\/(groups|search)\.mjs)$/;

/**
 * The hash of a file's flags, alike in every folder.
 * @param {Unit} unit @returns {string}
 */
export function flagsHash({ target, flags }) {
  const text = [...target, ...flags].join('\n').replaceAll(root, '');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * @param {string} folder @param {...string} words
 * @returns {string[]} the lines that git prints
 */
function git(folder, ...words) {
  const output = execFileSync('git', words, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.split('\n').filter((line) => line);
}

/** @returns {Recorded} */
const read = () => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The files, as absolute paths, that are not what they were at a commit.
 * Undefined where git does not have the commit, or a file has changed that
 * decides the findings of all others.
 * @param {string} commit @param {string} folder the repository
 * @returns {Set<string> | undefined}
 */
function changedSince(commit, folder) {
  try {
    const names = ['--name-only', '--no-renames', commit, '--'];
    const changed = git(folder, 'diff', ...names);
    const added = git(folder, 'ls-files', '--others', '--exclude-standard');
    const all = [...changed, ...added];
    if (all.some((path) => shared.test(path))) return undefined;
    return new Set(all.map((path) => join(folder, path)));
  } catch {
    return undefined;
  }
}

/**
 * A function that says whether a file, with all that it includes and its flags,
 * is what it was when every file was clean.
 * @param {string} version of clang-tidy
 * @param {Recorded} [recorded] @param {string} [folder] the repository
 * @returns {(unit: Unit, includes: string[]) => boolean} takes absolute paths
 */
export function unchangedSinceClean(version, recorded = read(), folder = root) {
  const { commit } = recorded;
  const changed =
    recorded.version === version ? changedSince(commit, folder) : undefined;
  return (unit, includes) =>
    changed !== undefined &&
    recorded.flags.includes(flagsHash(unit)) &&
    !includes.some((path) => changed.has(path));
}

/**
 * Records that every file is clean as it is at the newest commit.
 * @param {string} version of clang-tidy @param {Unit[]} units all of them
 * @returns {string} the commit
 */
export function record(version, units) {
  const sources = tracked(
    '*.cpp',
    '*.hpp',
    '.clang-tidy',
    'scripts/check/tidy',
  );
  const [changed] = git(root, 'status', '--porcelain', '--', ...sources);
  if (changed) throw new Error(`commit this first: ${changed.slice(3)}`);
  const [commit = ''] = git(root, 'rev-parse', 'HEAD');
  const flags = [...new Set(units.map(flagsHash))].sort();
  const recorded = { commit, version, flags };
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 2)}\n`);
  return commit;
}
