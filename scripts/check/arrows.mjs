// @ts-check
// Imports run one way: no circle, types included, and no arrow against the
// house (web → bindings/src → cpp, and families of methods stand apart).
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { at } from '../lib/paths.mjs';
import { tracked } from './step.mjs';

/** Files by the files that they import, both below the root. @typedef {Map<string, string[]>} Graph */

/**
 * What a file imports by a relative path.
 * @param {string} file @param {string} text @returns {string[]}
 */
export function importsOf(file, text) {
  // Comments show imports, too, as examples.
  const code = text.replace(/\/\*.*?\*\//gs, '');
  const pattern =
    /^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gm;
  return [...code.matchAll(pattern)].map(([, from, later, bare]) =>
    normalize(join(dirname(file), from ?? later ?? bare ?? '')),
  );
}

/**
 * Circles of imports, at least one of each knot of them.
 * @param {Graph} graph @returns {string[][]} files in the order of imports
 */
export function circles(graph) {
  /** @type {string[][]} */
  const found = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    const begin = path.indexOf(file);
    if (begin >= 0) found.push(path.slice(begin));
    if (begin >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

/** Folders of methods; a method may use its own helpers, and no other method. */
const families = ['absolute', 'rotary', 'bias', 'relative', 'gate'];

/** Folders of the page, from the ground up. */
const floors = [
  ['shell', 'state', 'controls', 'plot'],
  ['methods'],
  ['figures'],
  ['views'],
];

/** @param {string} file @returns {[floor: number, folder: string]} */
function floorOf(file) {
  const [, , folder = '', view = ''] = file.split('/');
  const floor = floors.findIndex((names) => names.includes(folder));
  // What is in no folder starts the page.
  if (floor < 0) return [floors.length, ''];
  const inside = folder === 'views' && file.split('/').length > 4;
  return [floor, inside ? view : ''];
}

/** Arrows that may not be. @type {[string, (from: string, to: string) => boolean][]} */
const rules = [
  [
    'the page imports the package by its name',
    (from, to) => from.startsWith('web/') && to.startsWith('bindings/'),
  ],
  [
    'a floor of the page stands on those below it',
    (from, to) =>
      to.startsWith('web/src/') && floorOf(from)[0] < floorOf(to)[0],
  ],
  [
    'a view of the page does not import another',
    (from, to) =>
      to.startsWith('web/src/views/') &&
      floorOf(from)[1] !== '' &&
      floorOf(from)[1] !== floorOf(to)[1],
  ],
  [
    'the package knows neither page nor tests',
    (from, to) =>
      from.startsWith('bindings/src/') && !to.startsWith('bindings/'),
  ],
  [
    'the command line stands on the package, not the other way round',
    (from, to) => !from.includes('/cli/') && to.startsWith('bindings/src/cli/'),
  ],
  [
    'the mathematics knows nothing of JavaScript',
    (from, to) => from.startsWith('cpp/') && !to.startsWith('cpp/'),
  ],
  [
    'a family of methods does not import another',
    (from, to) => {
      const [a, b] = [from, to].map((file) =>
        families.find((name) => file.startsWith(`cpp/posenc/${name}/`)),
      );
      return a !== undefined && b !== undefined && a !== b;
    },
  ],
];

/** @returns {Graph} */
function read() {
  /** @type {Graph} */
  const graph = new Map();
  const scripts = tracked('bindings/src/*.ts', 'web/src/*.ts').filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const known = new Set(scripts);
  for (const file of scripts) {
    const targets = importsOf(file, readFileSync(at(file), 'utf8'))
      .map((path) => path.replace(/\.js$/, '.ts'))
      .map((path) => (known.has(path) ? path : path.replace(/\.ts$/, '.d.ts')));
    graph.set(file, targets);
  }
  for (const file of tracked('cpp/*.hpp', 'cpp/*.cpp')) {
    const text = readFileSync(at(file), 'utf8');
    const own = [...text.matchAll(/^#include "(.+)"/gm)];
    graph.set(
      file,
      own.map(([, path = '']) =>
        path.startsWith('posenc/') ? `cpp/${path}` : join(dirname(file), path),
      ),
    );
  }
  return graph;
}

/** @type {import('./step.mjs').Step} */
export const arrows = [
  'arrows',
  async () => {
    const graph = read();
    const wrong = [...graph].flatMap(([from, all]) =>
      all.flatMap((to) =>
        rules
          .filter(([, forbids]) => forbids(from, to))
          .map(([rule]) => `${from} imports ${to}: ${rule}`),
      ),
    );
    wrong.push(
      ...circles(graph).map((files) => `a circle: ${files.join(' → ')}`),
    );
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    return `${graph.size} files`;
  },
];
