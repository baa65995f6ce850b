// @ts-check
// Bundles the entries of the package: `bindings/dist/*.js`, and in
// `bindings/dist/chunks` what several of them share. A program that imports one
// of a few files starts several times as fast as one that imports hundreds.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { at, root } from '../lib/paths.mjs';
import { filesBelow, whenStale } from '../lib/stamps.mjs';

const dist = at('bindings/dist/');
const modules = `${dist}modules/`;

/** The entries, and the modules that they are made of. */
const entries = {
  index: 'index.js',
  compat: 'compat.js',
  external: 'external.js',
  descriptions: 'descriptions.js',
  formats: 'formats/index.js',
  gguf: 'gguf.js',
  cli: 'cli/main.js',
};

/**
 * Removes the text of the WebAssembly modules from a source map: nobody reads
 * it there, and it would double the size of the package.
 * @param {string} file
 */
function leaveOutWasm(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  map.sourcesContent = map.sourcesContent?.map(
    (/** @type {string | null} */ text, /** @type {number} */ i) =>
      /core\/wasm\/(simd|scalar)\.js$/.test(map.sources[i]) ? null : text,
  );
  writeFileSync(file, JSON.stringify(map));
}

/**
 * Removes imports that only fix the order in which chunks run. The order does
 * not matter, because no module has side effects, and bundlers warn of them.
 * @param {string} file
 */
function leaveOutOrder(file) {
  const code = readFileSync(file, 'utf8');
  // The line stays, for the source map.
  writeFileSync(file, code.replace(/^import "[^"]+";$/gm, ''));
}

/** @returns {Promise<boolean>} whether there was something to do */
export async function bundleEntries() {
  const inputs = filesBelow(modules, (path) => path.endsWith('.js'));
  inputs.push(at('scripts/build/bundle.mjs'));
  const outputs = Object.keys(entries).map((name) => `${dist}${name}.js`);
  return whenStale('bundle', { inputs, outputs }, async () => {
    const { build } = await import('esbuild');
    const { metafile } = await build({
      entryPoints: Object.fromEntries(
        Object.entries(entries).map(([name, file]) => [name, modules + file]),
      ),
      outdir: dist,
      absWorkingDir: root, // which the paths of `metafile` are relative to
      chunkNames: 'chunks/[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      platform: 'neutral',
      external: ['node:*'], // only the command line imports them
      sourcemap: true,
      charset: 'utf8',
      metafile: true,
      logLevel: 'warning',
    });
    for (const file of Object.keys(metafile.outputs)) {
      if (file.endsWith('.map')) leaveOutWasm(at(file));
      else leaveOutOrder(at(file));
    }
    // Remove what older versions left here, such as their chunks.
    const ours = new Set(Object.keys(metafile.outputs).map((path) => at(path)));
    const others = filesBelow(
      dist,
      (path) => !path.startsWith(modules) && !path.endsWith('.wasm'),
    );
    for (const path of others) if (!ours.has(path)) rmSync(path);
    chmodSync(`${dist}cli.js`, 0o755);
  });
}
