// @ts-check
// Asks the compiler which files a file includes.
import { resolve } from 'node:path';
import { at, root } from '../../lib/paths.mjs';
import { run } from '../../lib/run.mjs';

/** @typedef {import('./units.mjs').Unit} Unit */

/**
 * The prerequisites of every rule of a makefile, in the order of the text.
 * @param {string} text @returns {string[][]}
 */
export function rulesOf(text) {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^\S+:\s/.test(line))
    .map((line) =>
      (line.slice(line.indexOf(':') + 1).match(/(?:\\.|[^\s\\])+/g) ?? []).map(
        (path) => path.replace(/\\(.)/g, '$1'),
      ),
    );
}

/**
 * The files that units include, directly or not, the units themselves among
 * them. A unit whose includes cannot be found is left out.
 * @param {Unit[]} units
 * @returns {Promise<Map<Unit, string[]>>} absolute paths
 */
export async function includesOf(units) {
  /** @type {Map<string, Unit[]>} */
  const alike = new Map();
  for (const unit of units) {
    const command = [...unit.compiler, ...unit.flags, '-M'].join('\n');
    alike.set(command, [...(alike.get(command) ?? []), unit]);
  }
  /** @type {Map<Unit, string[]>} */
  const found = new Map();
  // One process for all files with the same flags.
  const asked = [...alike].map(async ([command, group]) => {
    const files = group.map(({ file }) => at(file));
    const { output } = await run([...command.split('\n'), ...files], {
      quiet: true,
      env: group[0]?.env ?? {},
    });
    for (const paths of rulesOf(output)) {
      const unit = group.find(({ file }) => at(file) === paths[0]);
      if (unit)
        found.set(unit, [...new Set(paths.map((p) => resolve(root, p)))]);
    }
  });
  await Promise.all(asked);
  return found;
}
