// Uses the packed package as others would: from Node, from TypeScript, through
// bundlers: `node tests/consumers/run.mjs [PATTERN]`.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packed } from '../../scripts/build/pack.mjs';
import { tool } from '../../scripts/lib/run.mjs';
import { runTests } from '../../scripts/lib/run-tests.mjs';
import { makeProject, runIn } from './project.mjs';

const node = process.execPath;

const { folder, remove } = await makeProject(await packed());
process.once('exit', remove);

/** @param {...string} parameters of node; must print "good" as last line */
async function good(...parameters) {
  const output = await runIn(folder, [node, ...parameters]);
  const last = output.trimEnd().split('\n');
  if (!last.includes('good')) throw new Error(output);
}

/** @param {string} name @param {object} options of the compiler */
async function typechecks(name, options) {
  const configuration = {
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      noEmit: true,
      ...options,
    },
    files: ['typed.ts'],
  };
  const file = join(folder, `tsconfig.${name}.json`);
  writeFileSync(file, JSON.stringify(configuration));
  await runIn(folder, tool('typescript/bin/tsc', '-p', file));
}

/** @returns {Promise<void>} what the tarball holds, and nothing else */
async function contents() {
  const inside = readdirSync(join(folder, 'node_modules/posenc')).sort();
  const expected =
    'CHANGELOG.md LICENSE NOTICE README.md dist package.json src'.split(' ');
  if (inside.join() !== expected.join()) throw new Error(inside.join(' '));
}

async function esbuild() {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: folder,
    entryPoints: ['use.js'],
    outfile: 'esbuild/out.mjs',
    bundle: true,
    format: 'esm',
    minify: true,
    logLevel: 'silent',
  });
  await good('esbuild/out.mjs');
}

async function vite() {
  const { build } = await import('vite');
  await build({
    root: join(folder, 'vite'),
    configFile: false,
    logLevel: 'silent',
    // Node has no document for the polyfill; the rest runs there as it is.
    build: { modulePreload: { polyfill: false }, target: 'es2022' },
  });
  const assets = readdirSync(join(folder, 'vite/dist/assets'));
  const entry = assets.find((name) => name.startsWith('index-'));
  const stray = assets.filter((name) => !name.endsWith('.js'));
  if (stray.length > 0) throw new Error(`files to serve: ${stray}`);
  await good(`vite/dist/assets/${entry}`);
}

/** @type {[string, () => Promise<unknown>][]} */
const cases = [
  ['what the package holds', contents],
  ['Node: import', () => good('use.js')],
  ['Node: require', () => good('require.cjs')],
  [
    'Node: no code from strings',
    () => good('--disallow-code-generation-from-strings', 'use.js'),
  ],
  ['Node: importing changes nothing', () => good('globals.js')],
  ['Node: formats, and npx posenc', () => good('formats.js')],
  ['Node: WebAssembly brought along', () => good('external.js')],
  [
    'TypeScript: bundler',
    () =>
      typechecks('bundler', { module: 'esnext', moduleResolution: 'bundler' }),
  ],
  ['TypeScript: node16', () => typechecks('node16', { module: 'node16' })],
  [
    'TypeScript: nodenext',
    () => typechecks('nodenext', { module: 'nodenext' }),
  ],
  ['esbuild', esbuild],
  ['Vite', vite],
];

await runTests(cases, process.argv[2]);
