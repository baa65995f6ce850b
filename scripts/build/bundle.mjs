// @ts-check
// Bundles the entries of the package: `bindings/dist/*.js`. Each is one file that
// imports nothing, so that it can be copied to a server by itself; what several
// of them need is in each. Only the command line imports, from the other entries.
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { atMost } from '../lib/at-most.mjs';
import { at, root } from '../lib/paths.mjs';
import { filesBelow, whenStale } from '../lib/stamps.mjs';
import { minifyInThread } from './minify.mjs';
import { checkPart, functionsOf, parts } from './parts.mjs';
import { markPure } from './pure.mjs';

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

/** Each part with its module, and without: its file, and what that is made of. */
export const partFiles = () =>
  parts().flatMap((part) => [
    { part, name: part, module: `parts/${part}.js` },
    { part, name: `${part}.external`, module: `parts/external/${part}.js` },
  ]);

/**
 * Writes a bundle and its source map, without texts of the map that nobody
 * needs: those of files that the package has beside it, and those of the
 * WebAssembly modules.
 * @param {import('./minify.mjs').Bundle} bundle
 */
function write({ name, code, map }) {
  const { sourcesContent, ...parts } = JSON.parse(map);
  const texts = sourcesContent?.map(
    (/** @type {string | null} */ text, /** @type {number} */ i) =>
      /^\.\.\/src\/|core\/wasm\/\w+\.js$/.test(parts.sources[i]) ? null : text,
  );
  writeFileSync(dist + name, code);
  writeFileSync(
    `${dist}${name}.map`,
    JSON.stringify({ ...parts, sourcesContent: texts }),
  );
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
 * Bundles a module of `dist/modules` as an entry.
 * @param {string} name @param {string} module
 * @param {import('esbuild').Plugin[]} plugins
 */
async function bundle(name, module, plugins) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...common,
    entryPoints: { [name]: modules + module },
    outdir: dist,
    plugins,
    sourcemap: 'external',
    write: false,
  });
  const [map = '', code = ''] = outputFiles.map(({ text }) => text);
  return { name: `${name}.js`, code, map };
}

/** The names of all functions of the core. */
async function coreFunctions() {
  const calls = await import(`${modules}core/wasm/calls.js`);
  return ['statusCalls', 'numberCalls', 'makerCalls'].flatMap((name) =>
    Object.keys(calls[name]),
  );
}

/** @returns {Promise<boolean>} whether there was something to do */
export async function bundleEntries() {
  const inputs = filesBelow(modules, (path) => path.endsWith('.js'));
  inputs.push(at('cmake/parts.cmake'));
  inputs.push(
    ...['bundle', 'minify', 'parts', 'pure'].map((name) =>
      at(`scripts/build/${name}.mjs`),
    ),
  );
  const names = partFiles().map(({ name }) => name);
  const outputs = [...Object.keys(entries), ...names].flatMap((name) => [
    `${dist}${name}.js`,
    `${dist}${name}.js.map`,
  ]);
  return whenStale('bundle', { inputs, outputs }, async () => {
    const functions = await coreFunctions();
    const inTurn = atMost(availableParallelism());
    const whole = Object.entries(entries).map(async ([name, module]) => {
      const made = await bundle(name, module, [entriesApart]);
      // The command line runs when it is loaded.
      if (name !== 'cli') made.code = await markPure(made.name, made.code);
      write(await inTurn(() => minifyInThread(made)));
    });
    const ofParts = partFiles().map(async ({ part, name, module }) => {
      const made = await bundle(name, module, [callsOf(part)]);
      checkPart(part, made.code, functions);
      made.code = await markPure(made.name, made.code);
      write(await inTurn(() => minifyInThread(made)));
    });
    await Promise.all([...whole, ...ofParts]);
    // Remove what older versions left here.
    const others = filesBelow(
      dist,
      (path) => !path.startsWith(modules) && !path.endsWith('.wasm'),
    );
    for (const path of others) if (!outputs.includes(path)) rmSync(path);
    chmodSync(`${dist}cli.js`, 0o755);
  });
}
