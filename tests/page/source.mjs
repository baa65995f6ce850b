// @ts-check
// Loads a module of the page into Node, for tests that compute what the page
// should show.

import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

/**
 * The exports of a TypeScript file that imports nothing.
 * @param {string} path below `web/src`
 * @returns {Promise<any>}
 */
export async function sourceOf(path) {
  const file = new URL(`../../web/src/${path}`, import.meta.url);
  const { code } = await transform(await readFile(file, 'utf8'), {
    loader: 'ts',
    format: 'esm',
  });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
