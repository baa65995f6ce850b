// @ts-check
/**
 * Serves the benchmark's page on loopback: its worker in one bundle, the package
 * and the peers as they are shipped.
 */

import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  fileIn,
  opened,
  pathOf,
  sendFile,
  typeOf,
} from '../../../../scripts/lib/files.mjs';
import { at } from '../../../../scripts/lib/paths.mjs';
import { shipped } from '../../../engines/bundle.mjs';
import { MODULE, PACKAGES } from '../files.mjs';
import { PARTS, writeParts } from '../parts.mjs';
import { ADDRESSES } from './addresses.mjs';

const here = (/** @type {string} */ path) =>
  fileURLToPath(new URL(path, import.meta.url));

/** Pages that load nothing from elsewhere get a clock with steps of 5 µs. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cache-control': 'no-store',
};

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>posenc benchmark</title>
<script type="module" src="${ADDRESSES.bench}/page.mjs"></script>
</html>
`;

/** TensorFlow.js consists of files that find each other by names of packages. */
const TFJS = `
export * as tf from '@tensorflow/tfjs-core';
export * as backend from '@tensorflow/tfjs-backend-wasm';
`;

/** @param {import('esbuild').BuildOptions} options */
async function bundled(options) {
  const { outputFiles = [] } = await build({
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser' },
    ...{ target: 'es2022', logLevel: 'silent', outdir: '/' },
    outExtension: { '.js': '.mjs' },
    ...options,
  });
  return outputFiles.map(
    ({ path, text }) =>
      /** @type {const} */ ([`${ADDRESSES.bench}${path}`, text]),
  );
}

/**
 * What the server makes itself, by address.
 * @param {boolean} peers whether their packages are there
 */
async function textsWith(peers) {
  const own = await bundled({
    entryPoints: {
      page: here('page.mjs'),
      worker: here('worker.mjs'),
      cold: here('cold.mjs'),
      plain: here('../../peers/plain.mjs'),
    },
    plugins: [shipped],
  });
  const tfjs = peers
    ? await bundled({
        stdin: { contents: TFJS, resolveDir: at('tests/bench') },
        entryNames: 'tfjs',
      })
    : [];
  return new Map([['/index.html', PAGE], ...own, ...tfjs]);
}

/** Folders by the begin of their addresses. */
const FOLDERS = /** @type {const} */ ([
  [`${ADDRESSES.package}/`, 'bindings'],
  [`${ADDRESSES.parts}/`, PARTS],
  [`${ADDRESSES.peers}/`, PACKAGES],
]);

/** @param {string} path @returns {string | undefined} */
function fileOf(path) {
  if (path === ADDRESSES.module) return at(MODULE);
  const found = FOLDERS.find(([prefix]) => path.startsWith(prefix));
  return found && fileIn(at(found[1]), path.slice(found[0].length));
}

/** @param {boolean} peers whether their packages are there */
export async function serveBench(peers) {
  await writeParts();
  const texts = await textsWith(peers);
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(ISOLATED)) {
      response.setHeader(name, value);
    }
    const path = pathOf(request.url ?? '/') ?? '';
    const text = texts.get(path);
    if (text === undefined) sendFile(response, fileOf(path));
    else response.setHeader('content-type', typeOf(path)).end(text);
  });
  return opened(server);
}
