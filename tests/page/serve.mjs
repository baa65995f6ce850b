// @ts-check
// Serves a folder on a free port of the loopback, for the page tests.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
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
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  return serve(root, {
    '/index.html': page.replace(
      '<script',
      '<script src="./witness.js"></script>$&',
    ),
    '/witness.js': readFileSync(new URL('witness.js', import.meta.url)),
  });
}
