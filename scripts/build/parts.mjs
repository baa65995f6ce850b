// @ts-check
// The parts of the package: which there are, which functions of the core each
// has, and whether these are the ones that its TypeScript calls.
import { readdirSync, readFileSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { UserError } from '../lib/run.mjs';

/** The lists that the link uses. */
const lists = 'cmake/parts.cmake';

const text = () => readFileSync(at(lists), 'utf8');

/** @returns {string[]} the names of the parts that have a module */
export function parts() {
  const [, names = ''] = /^set\(posenc_parts ([^)]*)\)$/m.exec(text()) ?? [];
  return names.split(/\s+/);
}

/** @param {string} part @returns {string[]} its files of bindings/embind */
function filesOf(part) {
  const found = text().match(`set\\(posenc_part_${part}\\s([^)]*)\\)`);
  if (!found?.[1])
    throw new UserError(`build: ${lists} has no list of ${part}`);
  return found[1].trim().split(/\s+/);
}

/** @param {string} file of bindings/embind @returns {string[]} what it binds */
function boundBy(file) {
  const code = readFileSync(at(`bindings/embind/${file}.cpp`), 'utf8');
  return [...code.matchAll(/\bbind\w*\(\s*"(\w+)"/g)].map(
    ([, name = '']) => name,
  );
}

/** @param {string} part @returns {Set<string>} the functions of its module */
export const functionsOf = (part) => new Set(filesOf(part).flatMap(boundBy));

/** @param {string} code a bundle, with names as written @returns {Set<string>} */
const calledBy = (code) =>
  new Set([...code.matchAll(/\bcore\d*\.(\w+)/g)].map(([, name = '']) => name));

/** @param {string} code @returns {string[]} the files whose functions it calls */
export function bindingsFor(code) {
  const called = calledBy(code);
  return readdirSync(at('bindings/embind'))
    .filter((file) => file.endsWith('.cpp'))
    .map((file) => file.replace('.cpp', ''))
    .filter((file) => boundBy(file).some((name) => called.has(name)));
}

/**
 * Throws unless a part's module has the functions that its code calls, and no
 * file without one.
 * @param {string} part @param {string} code its bundle, with names as written
 * @param {readonly string[]} all names of functions of the core
 */
export function checkPart(part, code, all) {
  const called = calledBy(code);
  const bound = functionsOf(part);
  const missing = all.filter((name) => called.has(name) && !bound.has(name));
  const idle = filesOf(part).filter(
    (file) => !boundBy(file).some((name) => called.has(name)),
  );
  const faults = [
    missing.length > 0 && `lacks the files that bind ${missing.join(', ')}`,
    idle.length > 0 && `needs no ${idle.join(', ')}`,
  ].filter(Boolean);
  if (faults.length > 0) {
    throw new UserError(`build: ${lists}: ${part} ${faults.join(', and ')}`);
  }
}
