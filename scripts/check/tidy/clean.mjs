// @ts-check
// The list of files that clang-tidy found clean. A file stays clean until it, a
// file that it includes, its options, clang-tidy or the checks change.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { at, root } from '../../lib/paths.mjs';

/** @typedef {import('./units.mjs').Unit} Unit */

/** @param {string} path @returns {string} */
function printOf(path) {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return 'none';
  // System headers change only when a package does.
  if (!path.startsWith(root)) return `${file.size} ${file.mtimeMs}`;
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/**
 * A function that gives the key of a file as it is now; it reads every included
 * file once.
 * @param {string[]} common what all keys depend on
 */
export function keys(common) {
  /** @type {Map<string, string>} */
  const prints = new Map();
  /** @param {string} path */
  const known = (path) => {
    const print = prints.get(path) ?? printOf(path);
    prints.set(path, print);
    return print;
  };
  /**
   * @param {Unit} unit
   * @param {string[]} includes absolute paths, the unit's own among them
   * @returns {string}
   */
  return ({ file, flags, target }, includes) => {
    const hash = createHash('sha256');
    hash.update(JSON.stringify([common, file, flags, target]));
    for (const path of includes) hash.update(`${path} ${known(path)}\n`);
    return hash.digest('hex');
  };
}

/**
 * @typedef {object} Clean
 * @property {string} key
 * @property {string[]} includes absolute paths, the file's own first
 * @property {boolean} deep whether it was searched to the full depth
 */

/** @param {Unit} unit @returns {string} its name in the list */
const nameOf = ({ build, file }) => `${build} ${file}`;

/**
 * @param {string} file
 * @returns {{ paths: string[], entries: [string, any][] }} nothing where there
 *   is no list that can be read
 */
function contentOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { paths: [], entries: [] };
  }
}

/** The record of all clean files, kept between runs. */
export class CleanList {
  #file;
  /** @type {Map<string, Clean>} */
  #entries = new Map();

  /** @param {string} [file] */
  constructor(file = at('build/stamps/clang-tidy.json')) {
    this.#file = file;
    // Header names occur in many lists; the file stores each once.
    const { paths, entries } = contentOf(file);
    for (const [name, { key, deep, includes }] of entries) {
      this.#entries.set(name, {
        key,
        deep,
        includes: includes.map((/** @type {number} */ i) => paths[i]),
      });
    }
  }

  /** @param {Unit} unit @returns {Clean | undefined} */
  get(unit) {
    return this.#entries.get(nameOf(unit));
  }

  /** @param {Unit} unit @param {Clean} clean */
  set(unit, clean) {
    this.#entries.set(nameOf(unit), clean);
  }

  save() {
    /** @type {Map<string, number>} */
    const paths = new Map();
    /** @param {string} path */
    const index = (path) => {
      const at = paths.get(path) ?? paths.size;
      paths.set(path, at);
      return at;
    };
    const entries = [...this.#entries]
      .filter(([, { includes }]) => existsSync(includes[0] ?? ''))
      .map(([name, clean]) => [
        name,
        { ...clean, includes: clean.includes.map(index) },
      ]);
    mkdirSync(dirname(this.#file), { recursive: true });
    // Written under another name first: a run may be ended at any time.
    const part = `${this.#file}.${process.pid}`;
    writeFileSync(part, JSON.stringify({ paths: [...paths.keys()], entries }));
    renameSync(part, this.#file);
  }
}
