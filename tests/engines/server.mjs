// @ts-check
/**
 * Serves the bundled tests and the built package on loopback under a strict
 * content security policy, and receives the page's report of each test.
 */

import { createServer } from 'node:http';
import { fileIn, opened, sendFile } from '../../scripts/lib/files.mjs';
import { begins, ends } from '../../scripts/lib/records.mjs';

// Allows scripts of this server, WebAssembly, requests to this server, and workers
// of it or of a blob, to which the same policy applies.
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>posenc tests</title>
<script type="module" src="/tests/page.js"></script>
</html>
`;

/** @typedef {{ passed: number, failed: number }} Report */

/**
 * @param {Record<string, string>} folders URL prefix → folder on disk
 * @param {Record<string, string>} texts URL path → content
 * @param {string} prefix of the tests' names
 */
export async function serve(folders, texts, prefix) {
  /** @type {(report: Report) => void} */
  let finish = () => {};
  /** @type {Promise<Report>} */
  const report = new Promise((resolve) => {
    finish = resolve;
  });
  const sum = { passed: 0, failed: 0 };
  /**
   * Handlers of the page's messages, by address.
   * @type {Record<string, (m: any) => void>}
   */
  const heard = {
    '/begins': ({ name }) => begins(`${prefix}: ${name}`),
    '/ends': ({ name, errors, seconds }) => {
      const failed = errors.length > 0;
      sum[failed ? 'failed' : 'passed'] += 1;
      ends(`${prefix}: ${name}`, failed ? 'failed' : 'passed', seconds);
      for (const error of errors) {
        console.log(`FAIL ${prefix}: ${name}: ${error}`);
      }
    },
    '/finished': () => finish(sum),
  };

  const server = createServer(async (request, response) => {
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('cache-control', 'no-store');
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST') {
      heard[pathname]?.(JSON.parse(await textOf(request)));
      response.end('{}');
    } else if (pathname === '/') {
      response.setHeader('content-type', 'text/html');
      response.end(PAGE);
    } else if (texts[pathname] !== undefined) {
      response.setHeader('content-type', 'text/plain');
      response.end(texts[pathname]);
    } else {
      sendFile(response, fileOf(folders, pathname));
    }
  });
  const { url, close } = await opened(server);
  return { url, report, close };
}

/** @param {import('node:http').IncomingMessage} request */
async function textOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** @param {Record<string, string>} folders @param {string} pathname */
function fileOf(folders, pathname) {
  for (const [prefix, folder] of Object.entries(folders)) {
    if (!pathname.startsWith(prefix)) continue;
    return fileIn(folder, pathname.slice(prefix.length));
  }
  return undefined;
}
