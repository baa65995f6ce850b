// @ts-check Groups of files that clang-tidy checks together. Reading the
// headers of the standard library, Catch2 or Emscripten takes it far longer
// than reading a file of ours, and a dozen files in one translation unit share
// that cost.
//
// A group is only used to learn that all its files are clean. If it is not, its
// files are checked one by one, and those findings are shown.
import { readFileSync } from 'node:fs';
import { at } from '../../lib/paths.mjs';

/** @typedef {import('./units.mjs').Unit} Unit */

/** More files would gain little, and more would clash with each other. */
const most = 12;

/** The same for the deep search, whose time goes into the files themselves. */
const mostDeep = 6;

/**
 * @param {Map<Unit, string[]>} units with what they include
 * @param {{ processors: number, deep: boolean }} how
 * @returns {Unit[][]} the ones that take longest first
 */
export function groupsOf(units, { processors, deep }) {
  /** @type {Map<string, Unit[]>} */
  const alike = new Map();
  // Files that include the most go into the same groups.
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
 * The text of a group, and a function that gives the file of a line of it.
 * @param {Unit[]} units
 * @returns {{ text: string, unitAt: (line: number) => Unit | undefined }}
 */
export function joined(units) {
  /** @type {number[]} */
  const ends = [];
  let text = '';
  let lines = 0;
  for (const { file } of units) {
    // At a definition clang-tidy forgets which files it saw included. So a header
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
