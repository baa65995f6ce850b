// @ts-check
// Files checked together. To read and search the headers of the standard
// library, Catch2 or Emscripten takes clang-tidy far longer than a file of ours,
// and a dozen files in one translation unit need it once.
//
// Only that a group is clean counts. Where it is not, its files are checked
// alone, and what is found then is what is shown.
import { readFileSync } from 'node:fs';
import { at } from '../../lib/paths.mjs';

/** @typedef {import('./units.mjs').Unit} Unit */

/** More would gain little, and lose more when two files do not go together. */
const most = 12;

/** The same where the files themselves take the time. */
const mostDeep = 6;

/**
 * @param {Map<Unit, string[]>} units with what they include
 * @param {{ processors: number, deep: boolean }} how
 * @returns {Unit[][]} the ones that take longest first
 */
export function groupsOf(units, { processors, deep }) {
  /** @type {Map<string, Unit[]>} */
  const alike = new Map();
  // Those that include the most come together.
  const sorted = [...units].sort(([, a], [, b]) => b.length - a.length);
  for (const [unit] of sorted) {
    const flags = [...unit.target, ...unit.flags].join('\n');
    alike.set(flags, [...(alike.get(flags) ?? []), unit]);
  }
  const fair = Math.ceil(units.size / processors);
  const size = Math.min(fair, deep ? mostDeep : most);
  return [...alike.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / size) }, (_, i) =>
      group.slice(i * size, (i + 1) * size),
    ),
  );
}

/**
 * The text of a group, and which file a line of it comes from.
 * @param {Unit[]} units
 * @returns {{ text: string, unitAt: (line: number) => Unit | undefined }}
 */
export function joined(units) {
  /** @type {number[]} */
  const ends = [];
  let text = '';
  let lines = 0;
  for (const { file } of units) {
    // At a definition clang-tidy forgets which files it saw included: a header
    // that two files of a group include is not included twice.
    const part = `${readFileSync(at(file), 'utf8')}\n#define POSENC_NEXT_FILE\n`;
    text += part;
    lines += part.split('\n').length - 1;
    ends.push(lines);
  }
  return {
    text,
    unitAt: (line) => units[ends.findIndex((end) => line <= end)],
  };
}
