// @ts-check
// A page served from its sources, and the package that it imports built anew
// whenever that changes.
import { sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { say, UserError } from '../lib/run.mjs';
import { rebuilding } from './rebuild.mjs';

/**
 * @typedef {{ root: string, port: number, sources: string[], built: string,
 *   build: () => Promise<unknown> }} Work root: folder of the page; port: the
 *   first to try, 0 for any; sources: files and folders that the build reads;
 *   built: folder that it writes
 */

/** @param {Error} error @returns {string} */
const textOf = (error) =>
  (error instanceof UserError ? error.message : error.stack) ?? String(error);

/**
 * Builds, then serves the page on the loopback. Pages see a change of their own
 * sources at once, and load again after each build. When a build fails, the
 * terminal and the pages show why, and the server goes on.
 * @param {Work} work
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function develop({ root, port, sources, built, build }) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root,
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port,
      // A build writes many files; pages shall see all of them or none.
      watch: { ignored: [`${built}/**`] },
    },
  });

  /** Why the last build failed. @type {Error | undefined} */
  let failure;
  const showFailure = () => {
    if (!failure) return;
    const message = stripVTControlCharacters(textOf(failure));
    server.ws.send({ type: 'error', err: { message, stack: '' } });
  };
  const rebuild = rebuilding(build, (error) => {
    failure = error;
    if (error) {
      say('dev', `${textOf(error)}\ndev: the page waits for the next change`);
    }
    // The first build ends before there is a page.
    if (!server.httpServer?.listening) return;
    if (error) showFailure();
    else {
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    }
  });

  server.ws.on('connection', showFailure);
  const isSource = (/** @type {string} */ path) =>
    sources.some((source) => path === source || path.startsWith(source + sep));
  server.watcher.add(sources);
  server.watcher.on('all', (event, path) => {
    if (!event.endsWith('Dir') && isSource(path)) rebuild();
  });
  await rebuild();
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => server.close(),
  };
}
