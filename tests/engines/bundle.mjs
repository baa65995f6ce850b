// @ts-check
/** Bundles test files for a browser. The package itself stays unbundled. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
export const packageRoot = path.join(here, '../../bindings');

/** `posenc` and `posenc/…`: the built files as they are shipped, by URL.
 * @type {import('esbuild').Plugin} */
export const shipped = {
  name: 'shipped',
  setup({ onResolve }) {
    const manifest = path.join(packageRoot, 'package.json');
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8'));
    onResolve({ filter: /^posenc($|\/)/ }, ({ path: name }) => {
      const entry = exports[name.replace(/^posenc/, '.')];
      const file = entry?.default ?? entry;
      if (typeof file !== 'string') return { errors: [{ text: 'no export' }] };
      return { path: `/posenc/${file.slice(2)}`, external: true };
    });
  },
};

/**
 * @param {string[]} files test files
 * @param {string} folder where the bundles go
 * @returns {Promise<string[]>} paths of the test bundles in that folder
 */
export async function bundle(files, folder) {
  /** @type {Record<string, string>} */
  const entries = {
    page: path.join(here, 'page.ts'),
    worker: path.join(here, 'worker.ts'),
  };
  const names = files.map((file) => {
    const parts = path.relative(path.join(here, '..'), file).split(path.sep);
    const name = parts.join('/').replace(/\.ts$/, '');
    entries[name] = file;
    return `${name}.js`;
  });
  await build({
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    // The page and all tests share one copy of the runner.
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    sourcemap: 'inline',
    logLevel: 'silent',
    alias: { vitest: path.join(here, 'vitest-shim.ts') },
    plugins: [shipped],
  });
  return names;
}
