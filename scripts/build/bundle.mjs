// @ts-check
// Bundles the entries of the package: `bindings/dist/*.js`. Each is one file that
// imports nothing, so that it can be copied to a server by itself; what several
// of them need is in each. Only the command line imports, from the other entries.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { at, root } from '../lib/paths.mjs';
import { filesBelow, whenStale } from '../lib/stamps.mjs';
import { checkPart, functionsOf, parts } from './parts.mjs';

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
  models: 'parts/models.js',
  cli: 'cli/main.js',
};

/**
 * Removes texts from a source map: those of files that the package has beside it,
 * and those of the WebAssembly modules, which nobody reads.
 * @param {string} file
 */
function leaveOutTexts(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  map.sourcesContent = map.sourcesContent?.map(
    (/** @type {string | null} */ text, /** @type {number} */ i) =>
      /^\.\.\/src\/|core\/wasm\/(simd|scalar)\.js$/.test(map.sources[i])
        ? null
        : text,
  );
  writeFileSync(file, JSON.stringify(map));
}

/**
 * Leaves imports of entries as they are, but for the folder.
 * @type {import('esbuild').Plugin}
 */
const entriesApart = {
  name: 'entries-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind === 'entry-point') return undefined;
      const file = resolve(resolveDir, path);
      const entry = Object.entries(entries).find(
        ([, module]) => modules + module === file,
      );
      return entry && { path: `./${entry[0]}.js`, external: true };
    });
  },
};

/**
 * Leaves out the layouts of functions that the module of a part lacks.
 * @param {string} part @returns {import('esbuild').Plugin}
 */
const callsOf = (part) => ({
  name: 'calls-of-part',
  setup({ onLoad }) {
    onLoad({ filter: /core\/wasm\/calls\.js$/ }, async ({ path }) => {
      const bound = functionsOf(part);
      const contents = Object.entries(await import(path)).map(
        ([name, layouts]) => {
          const own = Object.entries(layouts).filter(
            ([call]) => !name.endsWith('Calls') || bound.has(call),
          );
          const text = JSON.stringify(Object.fromEntries(own));
          return `export const ${name} = ${text};`;
        },
      );
      return { contents: contents.join('\n') };
    });
  },
});

/** What all bundles have in common. @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root, // which paths in comments are relative to
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  external: ['node:*'], // only the command line imports them
  charset: 'utf8',
  logLevel: 'warning',
};

/**
 * Bundles a part, and checks that its module has what it calls.
 * @param {string} part
 */
async function bundlePart(part) {
  const { build } = await import('esbuild');
  const entry = `${modules}parts/${part}.js`;
  const plain = await build({
    ...common,
    entryPoints: [entry],
    write: false,
  });
  const calls = await import(`${modules}core/wasm/calls.js`);
  const all = ['statusCalls', 'numberCalls', 'makerCalls'].flatMap((name) =>
    Object.keys(calls[name]),
  );
  checkPart(part, plain.outputFiles[0]?.text ?? '', all);
  await build({
    ...common,
    entryPoints: { [part]: entry },
    outdir: dist,
    plugins: [callsOf(part)],
    minify: true,
    sourcemap: true,
  });
}

/** @returns {Promise<boolean>} whether there was something to do */
export async function bundleEntries() {
  const inputs = filesBelow(modules, (path) => path.endsWith('.js'));
  inputs.push(at('cmake/parts.cmake'));
  inputs.push(
    ...['bundle', 'parts'].map((name) => at(`scripts/build/${name}.mjs`)),
  );
  const outputs = [...Object.keys(entries), ...parts()].flatMap((name) => [
    `${dist}${name}.js`,
    `${dist}${name}.js.map`,
  ]);
  return whenStale('bundle', { inputs, outputs }, async () => {
    const { build } = await import('esbuild');
    const { models, ...whole } = entries;
    await build({
      ...common,
      entryPoints: Object.fromEntries(
        Object.entries(whole).map(([name, file]) => [name, modules + file]),
      ),
      outdir: dist,
      plugins: [entriesApart],
      sourcemap: true,
    });
    await build({
      ...common,
      entryPoints: { models: modules + models },
      outdir: dist,
      minify: true, // as parts, for pages that copy it
      sourcemap: true,
    });
    for (const part of parts()) await bundlePart(part);
    for (const file of outputs) {
      if (file.endsWith('.map')) leaveOutTexts(file);
    }
    // Remove what older versions left here.
    const others = filesBelow(
      dist,
      (path) => !path.startsWith(modules) && !path.endsWith('.wasm'),
    );
    for (const path of others) if (!outputs.includes(path)) rmSync(path);
    chmodSync(`${dist}cli.js`, 0o755);
  });
}
