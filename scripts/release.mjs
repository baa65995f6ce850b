// @ts-check
// `npm run release -- prepare X.Y.Z` writes a version into all files that state
// it, and dates its section of the changelog. `npm run release -- check vX.Y.Z`
// says what still keeps the tree from being published under that tag; the
// workflow that publishes runs it. docs/releases.md has the rule for versions.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { at, root } from './lib/paths.mjs';
import { say, script, UserError } from './lib/run.mjs';
import { writeIfChanged } from './lib/stamps.mjs';
import { dated, faultsOf, STATED_IN, withVersion } from './release/version.mjs';

const read = (/** @type {string} */ file) => readFileSync(at(file), 'utf8');

/** @returns {string} changed files, one a line */
const changes = () =>
  execFileSync('git', ['status', '--porcelain'], {
    cwd: root,
    encoding: 'utf8',
  });

/** @param {string} version */
function prepare(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new UserError(
      `release: the version must be X.Y.Z, got ${version || 'nothing'}`,
    );
  }
  if (changes() !== '') {
    throw new UserError('release: commit or stash what is changed first');
  }
  const today = new Date().toISOString().slice(0, 10);
  const changelog = dated(read('CHANGELOG.md'), version, today);
  for (const file of STATED_IN) {
    writeIfChanged(at(file), withVersion(read(file), version));
  }
  writeIfChanged(at('CHANGELOG.md'), changelog);
  say('release', `${version} is written; look at the diff, commit, tag`);
}

/** @param {string} tag */
function check(tag) {
  const texts = new Map(STATED_IN.map((file) => [file, read(file)]));
  const faults = faultsOf(tag, texts, read('CHANGELOG.md'));
  if (changes() !== '') faults.push('the tree has changes without a commit');
  if (faults.length > 0) throw new UserError(`release: ${faults.join('\n')}`);
  say('release', `${tag} may be published`);
}

await script(async () => {
  const [action, argument = ''] = process.argv.slice(2);
  if (action === 'prepare') prepare(argument);
  else if (action === 'check') check(argument);
  else throw new UserError('release: prepare X.Y.Z, or check vX.Y.Z');
});
