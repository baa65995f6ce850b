// @ts-check
// Loads a module of the page into Node, for tests that compute what the page
// should show.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * The exports of a TypeScript file of the page, with all that it imports there.
 * @param {string} path below `web/src`
 * @returns {Promise<any>}
 */
export async function sourceOf(path) {
  const file = new URL(`../../web/src/${path}`, import.meta.url);
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(file)],
    ...{ bundle: true, write: false, format: 'esm', packages: 'external' },
    // What a module says of its types alone is not asked for.
    logLevel: 'error',
  });
  const [{ text } = { text: '' }] = outputFiles;
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}
