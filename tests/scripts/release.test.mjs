// @ts-check
// What a release needs, and the workflows that make one.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import {
  dated,
  faultsOf,
  STATED_IN,
  versionsIn,
  withVersion,
} from '../../scripts/release/version.mjs';

const read = (/** @type {string} */ file) => readFileSync(at(file), 'utf8');
const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-02\n\n- All.\n';

/** @returns {Map<string, string>} the files with a version */
const texts = (version = '0.2.0') =>
  new Map(STATED_IN.map((file) => [file, withVersion(read(file), version)]));

it.each(STATED_IN)('%s states the version of the package', (file) => {
  const { version } = JSON.parse(read('bindings/package.json'));
  const stated = versionsIn(read(file));
  expect(stated).toEqual(stated.map(() => version));
  expect(stated).toHaveLength(file === 'package-lock.json' ? 2 : 1);
});

it('a version is written where it stands, and nowhere else', () => {
  for (const file of STATED_IN) {
    const before = read(file).split('\n');
    const after = withVersion(read(file), '12.34.56').split('\n');
    const changed = after.filter((line, i) => line !== before[i]);
    expect(changed.length).toBe(versionsIn(read(file)).length);
    for (const line of changed) expect(line).toMatch(/ersion.*12\.34\.56/);
  }
  const lock = JSON.parse(withVersion(read('package-lock.json'), '12.34.56'));
  expect(lock.packages.bindings.version).toBe('12.34.56');
  expect(lock.packages.web.version).toBe('12.34.56');
});

it('a section of the changelog becomes that of a version', () => {
  const after = dated(changelog, '0.2.0', '2026-02-03');
  expect(after).toContain(
    '## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A thing.',
  );
  expect(faultsOf('v0.2.0', texts(), after)).toEqual([]);
});

it('a version that was released is refused', () => {
  expect(() => dated(changelog, '0.1.0', '2026-02-03')).toThrow(
    'release: CHANGELOG.md has 0.1.0 already',
  );
});

it('a release without changes is refused', () => {
  const empty = changelog.replace('### Added\n\n- A thing.\n\n', '');
  expect(() => dated(empty, '0.2.0', '2026-02-03')).toThrow(
    'release: CHANGELOG.md has nothing unreleased',
  );
});

it.each([
  ['0.2.0', 'the tag must be vX.Y.Z, got 0.2.0'],
  ['', 'the tag must be vX.Y.Z, got nothing'],
  ['v0.2.1', 'web/package.json states 0.2.0, not 0.2.1'],
  ['v0.2.0', 'CHANGELOG.md has no section "## [0.2.0] - YYYY-MM-DD"'],
  ['v0.2.0', 'CHANGELOG.md has lines that no version holds'],
])('a tag %j: %s', (tag, fault) => {
  expect(faultsOf(tag, texts(), changelog)).toContain(fault);
});

const workflows = readdirSync(at('.github/workflows'));

it.each(workflows)('%s runs what the repository has', (file) => {
  const { scripts } = JSON.parse(read('package.json'));
  const text = read(`.github/workflows/${file}`);
  const named = [...text.matchAll(/npm (?:run )?(\w+)/g)].map(
    ([, name = '']) => name,
  );
  // Commands of npm itself.
  const ours = named.filter((name) => !['pkg', 'publish'].includes(name));
  for (const name of ours) expect(Object.keys(scripts)).toContain(name);
  for (const [, version] of text.matchAll(/uses: \S+@(\S+)/g)) {
    expect(version).toMatch(/^v\d+$/);
  }
});
