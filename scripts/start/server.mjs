// @ts-check
// Serves a folder of static files to this machine only.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { UserError } from '../lib/run.mjs';

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * @param {string} folder @param {string} url as the browser asks for it
 * @returns {string | undefined} the file, if there is one inside the folder
 */
function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  if (path.endsWith('/')) path += 'index.html';
  const file = normalize(join(folder, path));
  if (!file.startsWith(normalize(folder + sep))) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? file : undefined;
}

/** @param {string} folder @returns {import('node:http').Server} */
function serverOf(folder) {
  return createServer((request, response) => {
    const get = request.method === 'GET' || request.method === 'HEAD';
    const file = get ? fileFor(folder, request.url ?? '/') : undefined;
    if (!file) {
      response.writeHead(get ? 404 : 405, { 'content-type': 'text/plain' });
      response.end(get ? 'not found\n' : 'only GET\n');
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
}

/** How many ports are tried before giving up. */
const attempts = 50;

/**
 * Serves a folder at the first free port from `port` on (0: any free one).
 * @param {string} folder @param {number} port
 * @returns {Promise<{ url: string, port: number,
 *   close: () => Promise<void> }>}
 */
export async function serve(folder, port) {
  const server = serverOf(folder);
  for (let next = port; next < Math.min(port + attempts, 65536); ++next) {
    const error = await new Promise((resolve) => {
      server.once('error', resolve);
      server.listen(next, '127.0.0.1', () => {
        server.off('error', resolve);
        resolve(undefined);
      });
    });
    if (error?.code === 'EADDRINUSE') continue;
    if (error) throw new UserError(`start: ${error.message}`);
    const address = server.address();
    const taken = typeof address === 'object' && address ? address.port : next;
    return {
      url: `http://127.0.0.1:${taken}/`,
      port: taken,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }
  throw new UserError(`start: no free port from ${port} on`);
}
