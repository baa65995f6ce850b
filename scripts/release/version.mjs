// @ts-check
// Where the version stands, and what a release needs.
import { UserError } from '../lib/run.mjs';

/** The files that state the version. */
export const STATED_IN = [
  'bindings/package.json',
  'bindings/src/entry/version.ts',
  'package-lock.json',
  'web/package.json',
];

/**
 * The places of the version: in package.json the first one, in the lock file
 * those of the workspaces, which alone have the name of a folder.
 */
const PLACES =
  /(^ {2}"version": "|version = '|^ {4}"(?:bindings|web)": \{\n(?: {6}.*\n)*? {6}"version": ")(\d+\.\d+\.\d+)/gm;

/** @param {string} text @returns {string[]} the versions that a file states */
export const versionsIn = (text) =>
  [...text.matchAll(PLACES)].map(([, , version = '']) => version);

/** @param {string} text of a file @param {string} version */
export function withVersion(text, version) {
  if (versionsIn(text).length === 0) {
    throw new Error(`no version in ${text.slice(0, 100)}`);
  }
  return text.replace(PLACES, (_, before) => before + version);
}

const UNRELEASED = '## [Unreleased]\n';

/** @param {string} version */
const headOf = (version) => `## [${version}] - `;

/** @param {string} changelog @returns {string} what is not released yet */
function unreleased(changelog) {
  const [, after = ''] = changelog.split(UNRELEASED);
  return (after.split(/^## /m)[0] ?? '').trim();
}

/**
 * A changelog whose unreleased section is that of a version.
 * @param {string} changelog @param {string} version @param {string} day
 */
export function dated(changelog, version, day) {
  if (changelog.includes(headOf(version))) {
    throw new UserError(`release: CHANGELOG.md has ${version} already`);
  }
  if (unreleased(changelog) === '') {
    throw new UserError('release: CHANGELOG.md has nothing unreleased');
  }
  return changelog.replace(
    UNRELEASED,
    `${UNRELEASED}\n${headOf(version)}${day}\n`,
  );
}

/**
 * What keeps a tree from being published under a tag.
 * @param {string} tag @param {ReadonlyMap<string, string>} texts of the files
 *   that state the version @param {string} changelog
 * @returns {string[]}
 */
export function faultsOf(tag, texts, changelog) {
  const version = tag.replace(/^v/, '');
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) {
    return [`the tag must be vX.Y.Z, got ${tag || 'nothing'}`];
  }
  const faults = [...texts].flatMap(([file, text]) =>
    versionsIn(text).every((stated) => stated === version)
      ? []
      : [`${file} states ${versionsIn(text).join(', ')}, not ${version}`],
  );
  const [, day = ''] = changelog.split(headOf(version));
  if (!/^\d{4}-\d\d-\d\d$/m.test(day.split('\n')[0] ?? '')) {
    faults.push(`CHANGELOG.md has no section "${headOf(version)}YYYY-MM-DD"`);
  }
  if (unreleased(changelog) !== '') {
    faults.push('CHANGELOG.md has lines that no version holds');
  }
  return faults;
}
