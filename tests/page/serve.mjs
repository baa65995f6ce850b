// @ts-check
// Serves a folder of files on a free port of the loopback.

import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

/** @type {Record<string, string>} */
const kinds = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * @param {string} root folder to serve
 * @param {Record<string, string | Buffer | null>} [instead] by path: what is
 *   served in place of a file; null: as if there were none
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function serve(root, instead = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const type = kinds[extname(path)] ?? 'application/octet-stream';
    const text = instead[path];
    if (text === null) {
      response.writeHead(404).end();
      return;
    }
    if (text !== undefined) {
      response.writeHead(200, { 'content-type': type }).end(text);
      return;
    }
    const file = normalize(join(root, decodeURIComponent(path)));
    const found = await stat(file).catch(() => null);
    if (!file.startsWith(root + sep) || !found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': type });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => ready(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  );
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
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
