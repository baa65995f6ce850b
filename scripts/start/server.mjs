// @ts-check
// Serves a folder of static files to this machine only.
import { createServer } from 'node:http';
import { fileIn, opened, pathOf, sendFile } from '../lib/files.mjs';
import { UserError } from '../lib/run.mjs';

/** @param {string} folder @returns {import('node:http').Server} */
const serverOf = (folder) =>
  createServer((request, response) => {
    response.setHeader('cache-control', 'no-cache');
    response.setHeader('x-content-type-options', 'nosniff');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { 'content-type': 'text/plain' });
      response.end('only GET\n');
      return;
    }
    const path = pathOf(request.url ?? '/');
    sendFile(response, path && fileIn(folder, path));
  });

/** How many ports are tried before giving up. */
const attempts = 50;

/**
 * Serves a folder at the first free port from `port` on (0: any free one).
 * @param {string} folder @param {number} port
 * @returns {ReturnType<typeof opened>}
 */
export async function serve(folder, port) {
  const server = serverOf(folder);
  for (let next = port; next < Math.min(port + attempts, 65536); ++next) {
    try {
      return await opened(server, next);
    } catch (error) {
      if (error?.code === 'EADDRINUSE') continue;
      throw new UserError(`start: ${error?.message}`);
    }
  }
  throw new UserError(`start: no free port from ${port} on`);
}
