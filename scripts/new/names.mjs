// @ts-check
// The name of a new method, as each place spells it, and why it may not be used.
import { readFileSync } from 'node:fs';
import { registered } from '../build/registry.mjs';
import { at } from '../lib/paths.mjs';
import { UserError } from '../lib/run.mjs';
import { filesBelow } from '../lib/stamps.mjs';

/**
 * @typedef {object} Names
 * @property {string} kebab in names of TypeScript files: triangle-wave
 * @property {string} snake in C++: triangle_wave
 * @property {string} camel of the method: triangleWave
 * @property {string} pascal in names of types: TriangleWave
 * @property {string} words in sentences: triangle wave
 */

/** @param {string} kebab @returns {Names} */
export function namesOf(kebab) {
  const parts = kebab.split('-');
  const pascal = parts
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  return {
    kebab,
    snake: parts.join('_'),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    words: parts.join(' '),
  };
}

/** Words that C++ or JavaScript keeps for itself. */
const RESERVED = new Set(
  (
    'alignas alignof and and_eq arguments asm async auto await bitand bitor ' +
    'bool break case catch char class co_await co_return co_yield compl ' +
    'concept const const_cast consteval constexpr constinit constructor ' +
    'continue debugger decltype default delete do double dynamic_cast else ' +
    'enum eval explicit export extends extern false final finally float for ' +
    'friend function goto if implements import in inline instanceof int ' +
    'interface let long mutable namespace new noexcept not not_eq null ' +
    'nullptr operator or or_eq override package private protected prototype ' +
    'public register reinterpret_cast requires return short signed sizeof ' +
    'static static_assert static_cast struct super switch template this ' +
    'thread_local throw true try typedef typeid typename typeof undefined ' +
    'union unsigned using var virtual void volatile wchar_t while with xor ' +
    'xor_eq yield'
  ).split(' '),
);

/** What the object that `load` gives has beside its methods. */
const MEMBERS = 'analysis heapBytes make plan resident simd version'.split(' ');

/** @param {string} folder */
const textOf = (folder) =>
  filesBelow(at(folder), (path) => /\.[ch]pp$/.test(path))
    .map((path) => readFileSync(path, 'utf8').replace(/\/\/.*$/gm, ''))
    .join('\n');

/**
 * Why the core cannot have a function of this name.
 * @param {Names} names @returns {string | undefined}
 */
function takenInCore({ snake, camel, pascal }) {
  const core = textOf('cpp/posenc');
  /** @param {string} name */
  const declares = (name) =>
    new RegExp(`\\b(struct|class|enum class|using) ${name}\\b`).test(core);
  for (const type of [pascal, `${pascal}Options`]) {
    if (declares(type)) return `the core has a type ${type}`;
  }
  // At the beginning of a line stand declarations, within functions calls.
  if (new RegExp(`^\\S.*\\b${snake}\\(`, 'm').test(core)) {
    return `the core has a function ${snake}`;
  }
  const bound = new RegExp(`\\bbind\\w*\\(\\s*"${camel}"`);
  return bound.test(textOf('bindings/embind'))
    ? `a function of the core is bound as ${camel}`
    : undefined;
}

/**
 * The spellings of a name that is free, or the error to show.
 * @param {string} name @returns {Names}
 */
export function freeNames(name) {
  /** @param {string} why */
  const refuse = (why) => new UserError(`new: ${why}; nothing was written`);
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(name)) {
    throw refuse(
      'a name has small words joined by "-", such as triangle-wave, ' +
        `got "${name}"`,
    );
  }
  const names = namesOf(name);
  const { camel, snake } = names;
  if (registered().some((method) => method.name === camel)) {
    throw refuse(`there is a method ${camel} already`);
  }
  for (const word of [camel, snake]) {
    if (RESERVED.has(word)) {
      throw refuse(`"${word}" is a word of C++ or JavaScript`);
    }
  }
  if (MEMBERS.includes(camel)) {
    throw refuse(`the object of the package has a member ${camel} already`);
  }
  const taken = takenInCore(names);
  if (taken) throw refuse(taken);
  return names;
}
