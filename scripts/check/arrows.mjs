// @ts-check
// Imports run one way: no circle, types included, and no arrow against the
// house (web → bindings/src → cpp, and inside each of them from floor to floor).
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
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

/**
 * The floors of a house from the ground up, each a list of rooms. A room stands
 * on rooms of lower floors, never on one beside it. Folders joined by `+` are
 * one room. `.` is the house itself.
 * @typedef {readonly (readonly string[])[]} Floors
 */

/** Folders of methods: no family knows another, but a gate is a bias. */
const families = ['absolute', 'rotary', 'bias+gate', 'relative'];

/** @type {Readonly<Record<string, Floors>>} */
const houses = {
  'cpp/posenc': [
    ['base'],
    ['arithmetic'],
    ['waves'],
    families,
    ['attention', 'analysis', 'training'],
  ],
  'bindings/src': [
    ['base'],
    ['core/wasm'],
    ['arrays+core+describe'],
    ['terms'],
    [...families, 'training', 'formats'],
    ['models'],
    ['attention'],
    ['analysis', 'detect'],
    ['entry'],
    ['generated'],
    ['parts', '.'],
    ['worker'],
    ['cli'],
  ],
  'web/src': [
    ['styles+shell+state+controls+plot+engine'],
    ['methods'],
    ['figures'],
    ['start'],
    ['why', 'documents'],
    ['views'],
    ['.'],
  ],
};

/**
 * Where a file stands: its room, and the number of its floor.
 * @param {string} file a path below the house @param {Floors} floors
 */
function placeOf(file, floors) {
  const holds = (/** @type {string} */ room) =>
    room
      .split('+')
      .filter((folder) => `${dirname(file)}/`.startsWith(`${folder}/`))
      .map(({ length }) => length)[0] ?? 0;
  const places = floors
    .flatMap((rooms, floor) => rooms.map((room) => ({ room, floor })))
    .filter(({ room }) => holds(room) > 0)
    // Of a folder and one inside it, the inner.
    .sort((one, other) => holds(other.room) - holds(one.room));
  return places[0];
}

/**
 * What is wrong with an arrow inside a house; nothing where it runs down.
 * @param {Floors} floors
 * @param {string} from a path below the house @param {string} to
 * @returns {string | undefined}
 */
export function misplaced(floors, from, to) {
  const [a, b] = [placeOf(from, floors), placeOf(to, floors)];
  if (!a || !b) return `${a ? to : from} is on no floor`;
  if (a.room === b.room || a.floor > b.floor) return undefined;
  return a.floor === b.floor
    ? `${a.room} and ${b.room} stand side by side`
    : `${a.room} stands below ${b.room}`;
}

/** @param {string} from @param {string} to @returns {string | undefined} */
function misplacedInHouse(from, to) {
  const house = Object.keys(houses).find((name) =>
    [from, to].every((file) => file.startsWith(`${name}/`)),
  );
  if (house === undefined) return undefined;
  const [a, b] = [from, to].map((file) => file.slice(house.length + 1));
  return misplaced(houses[house] ?? [], a ?? '', b ?? '');
}

/** @param {string} file @returns {string | undefined} the view it belongs to */
const viewOf = (file) => /^web\/src\/views\/([^/]+)\//.exec(file)?.[1];

/** Arrows that may not be. @type {[string, (from: string, to: string) => boolean][]} */
const rules = [
  [
    'the page imports the package by its name',
    (from, to) => from.startsWith('web/') && to.startsWith('bindings/'),
  ],
  [
    'a view of the page does not import another',
    (from, to) => {
      const [a, b] = [from, to].map(viewOf);
      return a !== undefined && b !== undefined && a !== b;
    },
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
];

/** @param {string} file @returns {string} as a method's name is spelt */
const nameOf = (file) =>
  basename(file).replace(/\..*$/, '').replaceAll('_', '-');

/**
 * What is wrong with an arrow inside a folder; nothing unless it runs from one
 * method to another. Helpers that methods share are no methods.
 * @param {readonly string[]} methods their names
 * @param {string} from @param {string} to
 * @returns {string | undefined}
 */
export function betweenMethods(methods, from, to) {
  const [a, b] = [nameOf(from), nameOf(to)];
  const apart = dirname(from) !== dirname(to) || a === b;
  return apart || !methods.includes(a) || !methods.includes(b)
    ? undefined
    : `the methods ${a} and ${b} do not know each other`;
}

/** Names of all methods that are no operations: those that have a family. */
function methodNames() {
  return tracked('bindings/src/*.description.ts')
    .filter((file) => families.includes(basename(dirname(file))))
    .filter((file) => /family: '\w+'/.test(readFileSync(at(file), 'utf8')))
    .map((file) => basename(file, '.description.ts'));
}

/**
 * Sources of the mathematics whose header has another name.
 * @param {string[]} files @returns {string[]}
 */
export function sourcesWithoutHeader(files) {
  const known = new Set(files);
  return files
    .filter((file) => file.startsWith('cpp/') && file.endsWith('.cpp'))
    .map((file) => [file, file.replace(/\.cpp$/, '.hpp')])
    .filter(([, header = '']) => !known.has(header))
    .map(([file, header]) => `${file}: there is no ${header}`);
}

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
    const methods = methodNames();
    const wrong = [...graph].flatMap(([from, all]) =>
      all.flatMap((to) =>
        rules
          .filter(([, forbids]) => forbids(from, to))
          .map(([rule]) => rule)
          .concat(misplacedInHouse(from, to) ?? [])
          .concat(betweenMethods(methods, from, to) ?? [])
          .map((rule) => `${from} imports ${to}: ${rule}`),
      ),
    );
    wrong.push(...sourcesWithoutHeader([...graph.keys()]));
    wrong.push(
      ...circles(graph).map((files) => `a circle: ${files.join(' → ')}`),
    );
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    return `${graph.size} files`;
  },
];
