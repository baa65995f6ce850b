// @ts-check
// The mass of the repository: lines of code and exported names by folder, and
// the ceilings that `mass.json` records. Code that nobody needs is cheap to write
// and dear to keep, so that a folder that outgrows its ceiling needs a reason.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { at } from '../lib/paths.mjs';
import { tracked } from './step.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** @typedef {{ lines: number, names: number }} Mass */

const record = 'scripts/check/mass.json';

/** What is weighed: sources and tests, and no data. */
const sources = ['ts', 'mjs', 'js', 'cpp', 'hpp', 'css', 'cmake'];

/**
 * Folders that hold folders of one kind, each of which is weighed by itself; a
 * house inside another stands before it.
 */
const HOUSES = [
  ...['cpp/posenc', 'bindings/src', 'web/src/views', 'web/src'],
  ...['scripts', 'tests'],
];

/**
 * The folder under which a file is weighed: one below a house, else its own.
 * @param {string} file @returns {string}
 */
export function roomOf(file) {
  const house = HOUSES.find((name) => file.startsWith(`${name}/`));
  if (!house) return dirname(file);
  const [room = '', ...more] = file.slice(house.length + 1).split('/');
  return more.length > 0 ? `${house}/${room}` : house;
}

/**
 * The number of names that a file offers to others: what modules export, what
 * headers declare outside of other declarations. Sources of C++ offer none.
 * @param {string} file @param {string} text @returns {number}
 */
export function namesIn(file, text) {
  if (file.endsWith('.hpp')) {
    // A declaration begins at the margin, and ends in its line or a later one.
    const code = text.replace(/\/\/.*$/gm, '').replace(/^#.*$/gm, '');
    const pattern =
      /^(?!namespace|using namespace|template|private|public|\}|\{)[a-z[][^;{=]*(?:[;{=]|$)/gim;
    return code.match(pattern)?.length ?? 0;
  }
  if (!/\.m?[jt]s$/.test(file)) return 0;
  const declared = text.match(
    /^export (?:declare |default |async |abstract )*(?:const|let|function\*?|class|interface|type|enum)\b(?! *\{)/gm,
  );
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  const listed = lists.flatMap(([, list = '']) =>
    list.split(',').filter((name) => name.trim()),
  );
  const all = text.match(/^export \*/gm);
  return (declared?.length ?? 0) + listed.length + (all?.length ?? 0);
}

/**
 * The mass of each folder.
 * @param {Iterable<readonly [file: string, text: string]>} files
 * @returns {Record<string, Mass>} in the order of their names
 */
export function massOf(files) {
  /** @type {Map<string, Mass>} */
  const rooms = new Map();
  for (const [file, text] of files) {
    const room = roomOf(file);
    const { lines, names } = rooms.get(room) ?? { lines: 0, names: 0 };
    rooms.set(room, {
      lines: lines + text.split('\n').length - 1,
      names: names + namesIn(file, text),
    });
  }
  return Object.fromEntries(
    [...rooms].sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/**
 * Ceilings a little above what there is, so that not every commit meets them:
 * the next hundred lines that leave room for one in fifty, and so for names.
 * @param {Record<string, Mass>} mass @returns {Record<string, Mass>}
 */
export function ceilingsFor(mass) {
  const above = (/** @type {number} */ n, /** @type {number} */ step) =>
    Math.ceil((n * 1.02) / step) * step;
  return Object.fromEntries(
    Object.entries(mass).map(([room, { lines, names }]) => [
      room,
      { lines: above(lines, 100), names: above(names, 5) },
    ]),
  );
}

/**
 * What is above its ceiling.
 * @param {Record<string, Mass>} mass @param {Record<string, Mass>} ceilings
 * @returns {string[]}
 */
export function grown(mass, ceilings) {
  return Object.entries(mass).flatMap(([room, now]) => {
    const most = ceilings[room];
    if (!most) return [`${room} has no ceiling: ${now.lines} lines`];
    return /** @type {const} */ (['lines', 'names'])
      .filter((what) => now[what] > most[what])
      .map(
        (what) =>
          `${room}: ${now[what]} ${what}, ` +
          `${now[what] - most[what]} above the ceiling of ${most[what]}`,
      );
  });
}

/** @returns {Record<string, Mass>} of the files as they are */
const weighed = () =>
  massOf(
    tracked(...sources.map((end) => `*.${end}`)).map((file) => [
      file,
      readFileSync(at(file), 'utf8'),
    ]),
  );

/** @param {Record<string, Mass>} mass @returns {string} */
function sumOf(mass) {
  const all = Object.values(mass);
  const sum = (/** @type {keyof Mass} */ what) =>
    all.reduce((total, one) => total + one[what], 0);
  return `${sum('lines')} lines, ${sum('names')} names`;
}

/** @type {Step} */
export const mass = [
  'mass',
  async () => {
    const now = weighed();
    const found = grown(now, JSON.parse(readFileSync(at(record), 'utf8')));
    if (found.length === 0) return sumOf(now);
    throw new Error(
      `${found.join('\n')}\nremove what is not needed, or raise the ceiling by ` +
        '`npm run check -- mass-record` and say why in the commit message',
    );
  },
];

/**
 * `npm run check -- mass-record`: writes new ceilings, also lower ones.
 * @type {Step}
 */
export const recordMass = [
  'mass-record',
  async () => {
    const now = weighed();
    const ceilings = Object.entries(ceilingsFor(now)).map(
      ([room, { lines, names }]) =>
        `  "${room}": { "lines": ${lines}, "names": ${names} }`,
    );
    writeFileSync(at(record), `{\n${ceilings.join(',\n')}\n}\n`);
    return sumOf(now);
  },
];
