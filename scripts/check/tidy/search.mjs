// @ts-check
// Runs clang-tidy on a group of files, and on each of them alone where it finds
// something.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { at, root } from '../../lib/paths.mjs';
import { run } from '../../lib/run.mjs';
import { joined } from './groups.mjs';

/** @typedef {import('./units.mjs').Unit} Unit */

/** The cheapest check: used to see only the compiler's own errors. */
const parseOnly = ['--checks=-*,misc-unused-alias-decls'];

/**
 * The analyser's lesser depth. It follows fewer paths through a function and
 * fewer calls, in a quarter of the time; `npm test -- --deep` has the full one.
 */
const shallow = ['-Xclang', '-analyzer-config', '-Xclang', 'mode=shallow'];

/**
 * @param {string} path
 * @param {Unit[]} units with equal flags
 * @param {{ deep?: boolean, options?: string[] }} how
 */
async function tidy(path, units, { deep = false, options = [] }) {
  const { flags, target } = units[0] ?? { flags: [], target: [] };
  // The group lies in another folder, but includes files beside its parts.
  const beside = new Set(units.map(({ file }) => `-I${at(dirname(file))}`));
  const { code, output } = await run(
    [
      ...['clang-tidy', '--quiet', ...options, path, '--'],
      ...[...target, ...flags, ...beside, ...(deep ? [] : shallow)],
    ],
    { quiet: true },
  );
  return { clean: code === 0, output };
}

/** @param {Unit} unit @returns {Promise<boolean>} whether clang understands it */
export async function parses(unit) {
  const how = { options: parseOnly };
  return (await tidy(at(unit.file), [unit], how)).clean;
}

/**
 * The lines of a file at which errors stand.
 * @param {string} output @param {string} path @returns {number[]}
 */
function linesOf(output, path) {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith(`${path}:`)) return [];
    const [, number] =
      /^:(\d+):\d+: error: /.exec(line.slice(path.length)) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}

/**
 * The findings of clang-tidy in one file, as shown to the user.
 * @param {Unit} unit @param {boolean} deep
 * @returns {Promise<string>} empty when it is clean
 */
async function findingsOf(unit, deep) {
  const { clean, output } = await tidy(at(unit.file), [unit], { deep });
  if (clean) return '';
  const chatter =
    /^(\d+ warnings?.*|.*warnings? treated as errors?|Error while .*)\n/gm;
  const text = output.replace(chatter, '').replaceAll(root, '').trimEnd();
  return text || `${unit.file}: clang-tidy failed and did not say why`;
}

/**
 * Runs clang-tidy on files in one translation unit, or in several where they
 * cannot share one.
 * @param {Unit[]} units @param {boolean} deep @param {string} path of the unit
 * @returns {Promise<Map<Unit, string>>}
 */
async function searchTogether(units, deep, path) {
  const { text, unitAt } = joined(units);
  writeFileSync(path, text);

  // Files that define one name differently cannot share a group.
  const parsed = await tidy(path, units, { options: parseOnly });
  if (!parsed.clean) {
    const amiss = new Set(linesOf(parsed.output, path).map(unitAt));
    const apart = units.filter((unit) => amiss.has(unit));
    const some = apart.length > 0 && apart.length < units.length;
    const one = some ? apart : units.slice(units.length / 2);
    const other = units.filter((unit) => !one.includes(unit));
    return new Map([
      ...(await search(other, deep)),
      ...(await search(one, deep)),
    ]);
  }

  const { clean, output } = await tidy(path, units, { deep });
  if (clean) return new Map(units.map((unit) => [unit, '']));
  // A finding in a header may be due to any file of the group.
  const suspects = new Set(linesOf(output, path).map(unitAt));
  const places = [...output.matchAll(/^(.+?):\d+:\d+: error: /gm)];
  const inHeader = places.some(([, place]) => place !== path);
  /** @type {Map<Unit, string>} */
  const found = new Map();
  for (const unit of units) {
    const suspect = inHeader || suspects.size === 0 || suspects.has(unit);
    found.set(unit, suspect ? await findingsOf(unit, deep) : '');
  }
  return found;
}

let number = 0;

/**
 * Searches files with equal flags.
 * @param {Unit[]} units @param {boolean} deep
 * @returns {Promise<Map<Unit, string>>} findings of each, empty when clean
 */
export async function search(units, deep) {
  const [only] = units;
  if (only && units.length === 1) {
    return new Map([[only, await findingsOf(only, deep)]]);
  }
  mkdirSync(at('build/tidy'), { recursive: true });
  number += 1;
  const path = at(`build/tidy/${process.pid}-${number}.cpp`);
  try {
    return await searchTogether(units, deep, path);
  } finally {
    rmSync(path, { force: true });
  }
}
