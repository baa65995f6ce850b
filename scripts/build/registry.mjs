// @ts-check
// Reads the registry of the package: the lists of methods and operations, one
// for each family.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from '../lib/paths.mjs';

/** The module that names the lists. */
const whole = at('bindings/src/entry/methods.ts');

/** @typedef {{ name: string, file: string }} Registered a method and its description's file */

/** @param {string} family @returns {string} the path of its list, below the root */
export const listOf = (family) => `bindings/src/entry/families/${family}.ts`;

/** @returns {string[]} the names of the families, in their order */
export function families() {
  const text = readFileSync(whole, 'utf8');
  const lines = text.matchAll(/^export \* from '\.\/families\/(.+)\.js';$/gm);
  return [...lines].map(([, family = '']) => family);
}

/** @param {string} family @returns {Registered[]} in the order of its list */
export function methodsOf(family) {
  const list = at(listOf(family));
  const text = readFileSync(list, 'utf8');
  const lines = [...text.matchAll(/^export \{ (.+) \} from '(.+)\.js';$/gm)];
  return lines.flatMap(([, names = '', path = '']) =>
    names.split(', ').map((name) => ({
      name,
      file: join(dirname(list), `${path}.description.ts`),
    })),
  );
}

/** @returns {Registered[]} the methods and operations of all families */
export const registered = () => families().flatMap(methodsOf);
