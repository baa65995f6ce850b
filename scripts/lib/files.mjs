// @ts-check
// What servers of static files share. They serve this machine only.
import { createReadStream, statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** @param {string} path @returns {string} the type of its content */
export const typeOf = (path) =>
  types[extname(path)] ?? 'application/octet-stream';

/**
 * The path that a request asks for; undefined if it is none.
 * @param {string} url as the browser sends it
 */
export function pathOf(url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    if (path.includes('\0')) return undefined;
    return path.endsWith('/') ? `${path}index.html` : path;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} folder @param {string} path below it
 * @returns {string | undefined} the file, if there is one inside the folder
 */
export function fileIn(folder, path) {
  const file = normalize(join(folder, path));
  if (!file.startsWith(normalize(folder + sep))) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? file : undefined;
}

/**
 * Answers with a file, or that there is none.
 * @param {import('node:http').ServerResponse} response
 * @param {string | undefined} file
 */
export function sendFile(response, file) {
  if (file === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' });
    response.end('not found\n');
    return;
  }
  response.writeHead(200, { 'content-type': typeOf(file) });
  if (response.req.method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
}

/**
 * Opens a server on the loopback.
 * @param {import('node:http').Server} server
 * @param {number} [port] any free one if it is 0
 * @returns {Promise<{ url: string, port: number,
 *   close: () => Promise<void> }>} or the error of the system
 */
export async function opened(server, port = 0) {
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(undefined);
    });
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
