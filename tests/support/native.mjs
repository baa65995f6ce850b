// @ts-check
/**
 * The package on native code: its TypeScript with the add-on of Node that
 * tests/native/module makes of the core, in the place of WebAssembly. A process has
 * one instance of it.
 */

import { createRequire } from 'node:module';
import { at } from '../../scripts/lib/paths.mjs';

/** The add-on, as the build for the tests leaves it. */
export const nativeModule = at('build/native/posenc.node');

/**
 * @param {string} [file] another add-on of the core
 * @returns {Promise<import('posenc').Posenc>}
 */
export async function createNative(file = nativeModule) {
  const modules = at('bindings/dist/modules/entry');
  const { makeInstance } = await import(`${modules}/instance.js`);
  const { whole } = await import(`${modules}/posenc.js`);
  return makeInstance(createRequire(import.meta.url)(file), whole);
}
