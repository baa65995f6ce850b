// Bundles programs that use the packed package, as other people's projects do.
import { copyFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { at } from '../../scripts/lib/paths.mjs';
import { own, runIn } from './project.mjs';

/**
 * @param {string} folder the project
 * @param {string} file where the bundle goes, in the project
 * @param {string} [entry]
 */
export async function esbuild(folder, file, entry = 'use.js') {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    format: 'esm',
    minify: true,
    // A platform that imports the file compiles it.
    external: ['posenc/posenc.wasm'],
    logLevel: 'silent',
  });
}

/**
 * Finds a script among those that Vite has built. Fails if anything but scripts
 * was built: a user would have to serve it.
 * @param {string} folder @param {string} start of the name of the wanted one
 * @returns {string} its path
 */
function script(folder, start) {
  const assets = readdirSync(folder);
  const stray = assets.filter((name) => !name.endsWith('.js'));
  if (stray.length > 0) throw new Error(`files to serve: ${stray}`);
  const found = assets.find((name) => name.startsWith(start));
  if (!found) throw new Error(`no ${start} among ${assets}`);
  return join(folder, found);
}

/** @param {string} folder @returns {Promise<string>} path of the bundle */
export async function vite(folder) {
  const { build } = await import('vite');
  await build({
    root: join(folder, 'vite'),
    configFile: false,
    logLevel: 'silent',
    // The polyfill needs a document, which Node lacks. All else runs in Node.
    build: { modulePreload: { polyfill: false }, target: 'es2022' },
  });
  return script(join(folder, 'vite/dist/assets'), 'index-');
}

/**
 * Builds with Parcel's default settings, under which it ignores `exports`.
 * @param {string} folder @returns {Promise<string>} path of the bundle
 */
export async function parcel(folder) {
  const words =
    'build vite/index.html --dist-dir parcel --no-source-maps --no-cache';
  const command = [process.execPath, own('parcel/lib/bin.js')];
  await runIn(folder, [...command, ...words.split(' ')]);
  const output = join(folder, 'parcel');
  const [script, ...others] = readdirSync(output).filter(
    (name) => name !== 'index.html',
  );
  if (!script || others.length > 0) throw new Error(`left ${script} ${others}`);
  return join(output, script);
}

/**
 * Builds a worker with Vite's default settings. Vite 6 and 7 make a classic
 * script of it, which cannot be split into files.
 * @param {string} folder @param {'vite6' | 'vite7' | 'vite'} version
 * @returns {Promise<string>} path of the worker
 */
export async function viteWorker(folder, version) {
  const { build } = await import(version);
  const outDir = join(folder, 'worker', version);
  await build({
    root: join(folder, 'worker'),
    configFile: false,
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true },
  });
  return script(join(outDir, 'assets'), 'worker-');
}

/**
 * @param {string} folder @param {'iife' | 'umd' | 'cjs' | 'es'} format
 * @returns {Promise<string>} path of the bundle, one file
 */
export async function rollup(folder, format) {
  const { rollup } = await import('rollup');
  const { resolve } = createRequire(join(folder, 'package.json'));
  const bundle = await rollup({
    input: join(folder, 'script.js'),
    plugins: [
      {
        name: 'packages',
        resolveId: (id) => (id === 'posenc' ? resolve(id) : null),
      },
    ],
  });
  const end = { iife: 'cjs', umd: 'cjs', cjs: 'cjs', es: 'mjs' }[format];
  const file = join(folder, `rollup/${format}.${end}`);
  await bundle.write({ file, format, name: 'script' });
  return file;
}

/**
 * Builds the page that computes in workers with Vite's default settings.
 * @param {string} folder @param {'vite6' | 'vite7' | 'vite'} version
 * @returns {Promise<string>} the folder of the page
 */
export async function vitePage(folder, version) {
  const { build } = await import(version);
  const outDir = join(folder, 'client', version);
  await build({
    root: join(folder, 'client'),
    configFile: false,
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

/**
 * The same with webpack.
 * @param {string} folder @returns {Promise<string>} the folder of the page
 */
export async function webpackPage(folder) {
  const require = createRequire(own('webpack/package.json'));
  const path = join(folder, 'client/webpack');
  const compiler = require('webpack')({
    mode: 'production',
    context: join(folder, 'client'),
    entry: './main.js',
    output: { path, filename: 'main.js' },
  });
  const stats = await new Promise((resolve, reject) => {
    compiler.run((/** @type {unknown} */ error, /** @type {any} */ stats) =>
      error ? reject(error) : resolve(stats),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  // A limit of webpack on the size of what a page loads warns of any WebAssembly.
  const warnings = stats.compilation.warnings.filter(
    (/** @type {Error} */ { message }) => !/size limit|lazy load/.test(message),
  );
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  copyFileSync(join(folder, 'client/index.html'), join(path, 'index.html'));
  return path;
}

/**
 * The same with Next, whose packages only this installs. They have no lock file:
 * one of them is for each platform, and not every registry has all.
 * @param {string} folder @returns {Promise<string>} the folder of the page
 */
export async function nextPage(folder) {
  const install = 'npm install --no-package-lock --no-audit --no-fund';
  await runIn(at('tests/consumers/next'), install.split(' '));
  const project = join(folder, 'next');
  const modules = join(project, 'node_modules');
  cpSync(own('../next/node_modules'), modules, { recursive: true });
  cpSync(join(folder, 'node_modules/posenc'), join(modules, 'posenc'), {
    recursive: true,
  });
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  const next = join(modules, 'next/dist/bin/next');
  await runIn(project, [process.execPath, next, 'build']);
  return join(project, 'out');
}
