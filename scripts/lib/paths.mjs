// @ts-check
// Paths in the repository. All that the scripts make lies in `build/`, except
// the package (`bindings/dist`) and the page (`web/dist`).
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} relative @returns {string} absolute path below the root */
export const at = (relative) => `${root}${relative}`;
