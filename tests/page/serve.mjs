// @ts-check
// Serves a folder on a free port of the loopback, for the page tests.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, sep } from 'node:path';
import {
  fileIn,
  opened,
  pathOf,
  sendFile,
  typeOf,
} from '../../scripts/lib/files.mjs';

/**
 * @param {string} root folder to serve
 * @param {Record<string, string | Buffer | null>} [instead] by path: the text
 *   to serve in place of a file; null: answer that there is no such file
 * @param {(path: string) => void} [note] is told the path of each request
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function serve(root, instead = {}, note = () => {}) {
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? '/') ?? '';
    note(path);
    const text = instead[path];
    if (text === undefined) sendFile(response, fileIn(root, path));
    else if (text === null) sendFile(response, undefined);
    else response.setHeader('content-type', typeOf(path)).end(text);
  });
  const { url, close } = await opened(server);
  return { address: url, close };
}

/**
 * Serves the page with `witness.js`, which records what goes wrong.
 * @param {string} root folder of the built page
 */
export function serveWatched(root) {
  const instead = Object.fromEntries(
    htmlFilesIn(root).map((path) => [
      path,
      readFileSync(join(root, path), 'utf8').replace(
        '<script',
        '<script src="/witness.js"></script>$&',
      ),
    ]),
  );
  return serve(root, {
    ...instead,
    '/witness.js': readFileSync(new URL('witness.js', import.meta.url)),
  });
}

/**
 * The pages of a built folder, as paths that begin with a slash.
 * @param {string} root @returns {string[]}
 */
export const htmlFilesIn = (root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html'))
    .map((path) => `/${path.replaceAll(sep, '/')}`);

/**
 * Serves a folder below a path, as some hosts do.
 * @param {string} root @param {string} below begins and ends with a slash
 */
export function serveBelow(root, below) {
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? '/') ?? '';
    const own = path.startsWith(below) ? path.slice(below.length - 1) : '';
    sendFile(response, own === '' ? undefined : fileIn(root, own));
  });
  return opened(server).then(({ url, close }) => ({
    address: url.slice(0, -1) + below,
    close,
  }));
}
