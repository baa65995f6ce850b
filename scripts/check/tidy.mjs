// @ts-check Runs clang-tidy on our C++ files that are not known to be clean:
// several files in one translation unit, on all processors. With POSENC_DEEP
// its analyser follows every path, which takes twice as long.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { atMost } from '../lib/at-most.mjs';
import { at } from '../lib/paths.mjs';
import { begins, ends } from '../lib/records.mjs';
import { must } from '../lib/run.mjs';
import { CleanList, keys } from './tidy/clean.mjs';
import { groupsOf } from './tidy/groups.mjs';
import { includesOf } from './tidy/includes.mjs';
import { record, unchangedSinceClean } from './tidy/recorded.mjs';
import { parses, search } from './tidy/search.mjs';
import { unitsOf } from './tidy/units.mjs';

/**
 * @typedef {import('./tidy/units.mjs').Unit} Unit
 * @typedef {import('./step.mjs').Step} Step
 */

/** @param {string} name */
const ownFile = (name) => `scripts/check/tidy/${name}.mjs`;

const version = () => must(['clang-tidy', '--version'], { quiet: true });

/** The number of the version alone, which other machines give alike. */
const number = async () => /version (\S+)/.exec(await version())?.[1] ?? '';

const processors = availableParallelism();
const limited = atMost(processors);

/** Shared by all steps, because they may run at the same time. */
const list = new CleanList();

/** @param {Unit} unit */
const nameOf = ({ build, file }) =>
  `clang-tidy: ${file}${build === 'wasm-scalar' ? ', scalar' : ''}`;

/**
 * @typedef {object} Stale a file that is not known to be clean
 * @property {Unit} unit
 * @property {string[]} includes none where they cannot be found
 * @property {string | undefined} key computed before the search: a file that
 *   changes meanwhile is not clean
 */

/**
 * The files that are not known to be clean. Adds to the list those that are
 * what they were when every file was recorded as clean.
 * @param {Unit[]} units
 * @param {boolean} deep
 * @returns {Promise<Stale[]>}
 */
async function staleOf(units, deep) {
  // The options and these scripts decide what is found, too.
  const how = ['.clang-tidy', ...['groups', 'search'].map(ownFile)];
  const keyOf = keys([
    await version(),
    ...how.map((file) => readFileSync(at(file), 'utf8')),
  ]);
  const unlisted = units.filter((unit) => {
    const known = list.get(unit);
    if (!known || (deep && !known.deep)) return true;
    return known.key !== keyOf(unit, known.includes);
  });
  if (unlisted.length === 0) return [];
  const found = await includesOf(unlisted);
  const unchanged = unchangedSinceClean(await number());
  /** @type {Stale[]} */
  const stale = [];
  for (const unit of unlisted) {
    const includes = found.get(unit);
    const key = includes && keyOf(unit, includes);
    if (includes && key && !deep && unchanged(unit, includes)) {
      list.set(unit, { key, includes, deep });
    } else {
      stale.push({ unit, includes: includes ?? [], key });
    }
  }
  list.save();
  return stale;
}

/**
 * Runs clang-tidy on files, and adds the clean ones to the list.
 * @param {Stale[]} stale
 * @param {boolean} deep
 * @returns {Promise<string[]>} findings
 */
async function searchAll(stale, deep) {
  const of = new Map(stale.map((one) => [one.unit, one]));
  /** @type {string[]} */
  const findings = [];
  /** @param {Unit[]} group */
  const searchGroup = async (group) => {
    const start = performance.now();
    for (const unit of group) begins(nameOf(unit));
    const found = await search(group, deep);
    const seconds = (performance.now() - start) / 1000 / group.length;
    for (const [unit, text] of found) {
      ends(nameOf(unit), text ? 'failed' : 'passed', seconds);
      if (text) findings.push(text);
      const { key, includes } = of.get(unit) ?? {};
      if (!text && key && includes) list.set(unit, { key, includes, deep });
    }
    list.save();
  };
  const all = new Map(stale.map(({ unit, includes }) => [unit, includes]));
  const groups = groupsOf(all, { processors, deep });
  await Promise.all(groups.map((group) => limited(() => searchGroup(group))));
  return findings;
}

/**
 * Findings without duplicates: one in a header is reported by every file that
 * includes it.
 * @param {string[]} findings
 */
const unique = (findings) => [
  ...new Set(
    findings.flatMap((text) => text.split(/\n(?=\S+:\d+:\d+: error: )/)),
  ),
];

/**
 * Why clang-tidy cannot read Emscripten's headers: it may be older than the
 * clang that they are written for. Undefined if it can.
 * @param {Unit} unit
 */
async function obstacle(unit) {
  const { compiler, env } = unit;
  const ask = [...compiler, '-dM', '-E', '-x', 'c++', '/dev/null'];
  const macros = await must(ask, { quiet: true, env });
  const theirs = /__clang_major__ (\d+)/.exec(macros)?.[1];
  const ours = /version (\d+)/.exec(await version())?.[1];
  if (ours === theirs) return undefined;
  return (await parses(unit))
    ? undefined
    : `NOT CHECKED: clang-tidy ${ours} cannot read the headers of Emscripten, ` +
        `which are for clang ${theirs}`;
}

/**
 * @param {import('./tidy/units.mjs').Build} build
 * @param {string} place
 * @returns {Promise<string>}
 */
async function tidy(build, place) {
  const deep = process.env.POSENC_DEEP === '1';
  const units = await unitsOf(build, place);
  const stale = await staleOf(units, deep);
  const left = new Set(stale.map(({ unit }) => unit));
  if (build !== 'native' && stale[0]) {
    const why = await obstacle(stale[0].unit);
    if (why) {
      for (const unit of left) ends(nameOf(unit), 'skipped', 0);
      return why;
    }
  }
  for (const unit of units) {
    if (!left.has(unit)) {
      begins(nameOf(unit));
      ends(nameOf(unit), 'passed', 0);
    }
  }
  const findings = await searchAll(stale, deep);
  // In a group, and in a build with precompiled headers, a file may miss an
  // include that another one brings.
  if (deep) {
    const alone = units.map((unit) =>
      limited(async () =>
        (await parses(unit)) ? [] : [`${unit.file} does not compile alone`],
      ),
    );
    findings.push(...(await Promise.all(alone)).flat());
  }
  if (findings.length > 0) throw new Error(unique(findings).join('\n'));
  return `${stale.length} of ${units.length} files anew`;
}

/** Only the build without SIMD includes the header of the scalar lanes. */
const scalar = 'cpp/posenc/waves/oscillators.cpp';

/** @type {[name: string, import('./tidy/units.mjs').Build, place: string][]} */
const places = [
  ['cpp', 'native', 'cpp'],
  ['scalar', 'wasm-scalar', scalar],
  ['tests', 'native', 'tests/native'],
  ['bindings', 'wasm-simd', 'bindings/embind'],
];

/** @type {Step[]} */
export const clangTidy = places.map(([name, build, place]) => [
  `clang-tidy: ${name}`,
  () => tidy(build, place),
]);

/**
 * `npm run check -- record`: writes down that every file is clean, so that a
 * fresh clone need not search them all again.
 * @type {Step}
 */
export const recordClean = [
  'record',
  async () => {
    /** @type {Unit[]} */
    const units = [];
    for (const [, build, place] of places) {
      units.push(...(await unitsOf(build, place)));
    }
    const [stale] = await staleOf(units, false);
    if (stale) {
      const { file } = stale.unit;
      throw new Error(`run \`npm run check -- tidy\` first, for ${file}`);
    }
    return `all files are clean at ${record(await number(), units)}`;
  },
];
