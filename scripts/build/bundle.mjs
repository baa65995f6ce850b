// @ts-check
// Bundles the entries of the package: `bindings/dist/*.js`. Each is one file that
// imports nothing, so that it can be copied to a server by itself; what several
// of them need is in each. Only the command line and the files of workers import,
// from the other entries.
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { atMost } from '../lib/at-most.mjs';
import { at, root } from '../lib/paths.mjs';
import { filesBelow, whenStale } from '../lib/stamps.mjs';
import { minifyInThread } from './minify.mjs';
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
  worker: 'worker/client.js',
  'worker-run': 'worker/run.js',
  ...Object.fromEntries(
    parts().map((name) => [`worker-run-${name}`, `generated/run/${name}.js`]),
  ),
  'worker-inline': 'worker/inline.js',
  models: 'parts/models.js',
  cli: 'cli/main.js',
};

/** Each part with its module, and without: its file, and what that is made of. */
export const partFiles = () =>
  parts().flatMap((part) => [
    { part, name: part, module: `generated/parts/${part}.js` },
    { part, name: `${part}.external`, module: `generated/external/${part}.js` },
  ]);

/** The modules of entries, which their workers import. */
const imported = {
  ...entries,
  ...Object.fromEntries(partFiles().map(({ name, module }) => [name, module])),
};

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
      const entry = Object.entries(imported).find(
        ([, module]) => modules + module === file,
      );
      return entry && { path: `./${entry[0]}.js`, external: true };
    });
  },
};

/**
 * Makes the text of a worker: one script with all methods.
 * @type {import('esbuild').Plugin}
 */
const textOfWorker = {
  name: 'text-of-worker',
  setup({ onResolve, onLoad }) {
    const namespace = 'text-of-worker';
    onResolve({ filter: /^\.\/inlined\.js$/ }, ({ path }) => ({
      path,
      namespace,
    }));
    onLoad({ filter: /./, namespace }, async () => {
      const { build } = await import('esbuild');
      const { outputFiles } = await build({
        ...common,
        entryPoints: [`${modules}worker/run-inline.js`],
        format: 'iife',
        minify: true,
        write: false,
      });
      const text = JSON.stringify(outputFiles[0]?.text);
      return { contents: `export const text = ${text};` };
    });
  },
};

/** The types that layouts name, of records and of words. @param {string[]} layouts */
const typesIn = (layouts) =>
  layouts.flatMap((layout) =>
    [...layout.matchAll(/:(\w+)/g)].map(([, type = '']) => type),
  );

/**
 * The layouts of functions that the module of a part has, and the records and
 * words that these need.
 * @param {Record<string, Record<string, string>>} calls all that there are
 * @param {ReadonlySet<string>} bound the functions
 */
export function callsWith(calls, bound) {
  const { enums = {}, records = {}, ...functions } = calls;
  /** @param {Record<string, string>} of @param {ReadonlySet<string>} names */
  const only = (of, names) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => names.has(name)));
  const own = Object.entries(functions).map(
    ([name, layouts]) => /** @type {const} */ ([name, only(layouts, bound)]),
  );
  // The number that a function gives is a status.
  const needed = new Set(['Status']);
  const left = typesIn(own.flatMap(([, layouts]) => Object.values(layouts)));
  for (let type = left.pop(); type !== undefined; type = left.pop()) {
    needed.add(type);
    left.push(...typesIn([records[type] ?? '']));
  }
  return {
    ...Object.fromEntries(own),
    enums: only(enums, needed),
    records: only(records, needed),
  };
}

/**
 * Leaves out what the module of a part lacks.
 * @param {string} part @returns {import('esbuild').Plugin}
 */
const callsOf = (part) => ({
  name: 'calls-of-part',
  setup({ onLoad }) {
    onLoad({ filter: /core\/wasm\/calls\.js$/ }, async ({ path }) => {
      const own = callsWith({ ...(await import(path)) }, functionsOf(part));
      const contents = Object.entries(own).map(
        ([name, layouts]) =>
          `export const ${name} = ${JSON.stringify(layouts)};`,
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
 * @param {string} module @param {import('esbuild').Plugin[]} plugins
 * @returns {Promise<string>} its code
 */
async function bundle(module, plugins) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...common,
    entryPoints: [modules + module],
    plugins,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
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
  const outputs = Object.keys(imported).map((name) => `${dist}${name}.js`);
  return whenStale('bundle', { inputs, outputs }, async () => {
    const functions = await coreFunctions();
    const inTurn = atMost(availableParallelism());
    /** @param {string} name @param {string} code */
    const write = async (name, code) => {
      // The command line and the files of workers run when they are loaded.
      const acts = /^(cli|worker-run.*)$/.test(name);
      const made = await inTurn(() => minifyInThread({ name, code, acts }));
      writeFileSync(`${dist}${name}.js`, made);
    };
    const whole = Object.entries(entries).map(async ([name, module]) =>
      write(
        name,
        await bundle(
          module,
          module.startsWith('parts/') ? [] : [entriesApart, textOfWorker],
        ),
      ),
    );
    const ofParts = partFiles().map(async ({ part, name, module }) => {
      const code = await bundle(module, [callsOf(part)]);
      checkPart(part, code, functions);
      await write(name, code);
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
