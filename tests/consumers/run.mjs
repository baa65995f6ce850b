// `node tests/consumers/run.mjs [PATTERN]`: uses the packed package as users
// do, from Node, from TypeScript and through bundlers.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { partFiles } from '../../scripts/build/bundle.mjs';
import { packed } from '../../scripts/build/pack.mjs';
import { deadLinks } from '../../scripts/check/links.mjs';
import { at } from '../../scripts/lib/paths.mjs';
import { tool } from '../../scripts/lib/run.mjs';
import { runTests } from '../../scripts/lib/run-tests.mjs';
import { deep, oneIn } from '../support/sample.mjs';
import * as bundlers from './bundlers.mjs';
import { saidBy } from './page.mjs';
import { makeProject, own, runIn } from './project.mjs';

const node = process.execPath;
const latest = tool('typescript7/bin/tsc');

const tarball = await packed();
const { folder, remove } = await makeProject(tarball);
process.once('exit', remove);
// Leave through `exit`, whose handler removes the folder.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.exit(1));
}

/** @param {string[]} command that must print a line "good" */
async function says(command) {
  const output = await runIn(folder, command);
  if (!output.split('\n').includes('good')) throw new Error(output);
}

/** @param {...string} parameters of node, which must print a line "good" */
const good = (...parameters) => says([node, ...parameters]);

/**
 * @param {string} name
 * @param {{ files?: string[], compiler?: string[] } &
 *   Record<string, unknown>} options of the compiler; files and compiler, if
 *   others than usual
 */
async function typechecks(
  name,
  { files = ['typed.ts'], compiler = latest, ...options },
) {
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
    files,
  };
  const file = join(folder, `tsconfig.${name}.json`);
  writeFileSync(file, JSON.stringify(configuration));
  await runIn(folder, [...compiler, '-p', file]);
}

/** @returns {Promise<void>} posenc runs in workerd, which compiles no bytes,
 * also with the globals of an earlier date */
async function workerd() {
  await bundlers.esbuild(folder, 'workerd/bundle.js', 'workerd/worker.js');
  await says([own('workerd/bin/workerd'), 'test', 'workerd/config.capnp']);
}

/** Most bytes and files of the tarball. */
const most = { bytes: 3_400_000, files: 700 };

/** What it holds besides what the manifest names. */
const others =
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|NOTICE|docs\/.+\.(md|svg)|web\/media\/encodings\.png|dist\/modules\/.+\.d\.ts)$/;

/**
 * @returns {Promise<void>} the tarball holds what the manifest names, types,
 *   documents and nothing else, and is no larger than it should be
 */
async function contents() {
  const inside = join(folder, 'node_modules/posenc');
  const { exports, bin } = JSON.parse(
    readFileSync(join(inside, 'package.json'), 'utf8'),
  );
  const named = Object.values(exports)
    .flatMap((target) => target.default ?? [])
    .concat(Object.values(bin))
    .map((file) => file.replace(/^\.\//, ''));
  const files = readdirSync(inside, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(inside, join(file.parentPath, file.name)));
  const wrong = [
    ...files.filter((file) => !others.test(file) && !named.includes(file)),
    ...named.filter((file) => !files.includes(file)),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const { size } = statSync(tarball);
  if (size > most.bytes || files.length > most.files) {
    throw new Error(`${size} bytes, ${files.length} files`);
  }
  console.log(`${(size / 1e6).toFixed(2)} MB, ${files.length} files`);
}

/** @returns {Promise<void>} no link of a page leads out of the package */
async function links() {
  const inside = join(folder, 'node_modules/posenc');
  const pages = readdirSync(inside, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .flatMap((page) =>
      deadLinks(page, inside).map((link) => `${page}: ${link}`),
    );
  if (pages.length > 0) throw new Error(pages.join('\n'));
}

/** @returns {Promise<void>} an entry runs as a file by itself */
async function alone() {
  const parts = partFiles().map(({ name }) => name);
  const all = ['index', 'external', 'descriptions', 'models', ...parts];
  mkdirSync(join(folder, 'alone'), { recursive: true });
  for (const entry of all) {
    const file = `alone/${entry}.mjs`;
    copyFileSync(
      join(folder, `node_modules/posenc/dist/${entry}.js`),
      join(folder, file),
    );
    await runIn(folder, [node, file]);
  }
  writeFileSync(
    join(folder, 'alone/use.mjs'),
    "import { load } from './index.mjs';\n" +
      'const { data } = (await load()).sinusoidal({ length: 2, dim: 2 });\n' +
      "console.log(data[2] === Math.fround(Math.sin(1)) ? 'good' : data);\n",
  );
  await good('alone/use.mjs');
}

/** @returns {Promise<void>} the manifest says where Parcel and others look */
async function main() {
  const file = join(folder, 'node_modules/posenc/package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const entry = manifest.exports['.'].default;
  if (manifest.main !== entry) throw new Error(`main is ${manifest.main}`);
}

/** Runs a worker's script where `postMessage` prints. @param {string} file */
async function worker(file) {
  const code =
    'globalThis.self = globalThis; globalThis.postMessage = console.log; ' +
    `await import(${JSON.stringify(file)});`;
  await good('--input-type=module', '--eval', code);
}

const typescript6 = {
  compiler: tool('typescript/bin/tsc'),
  module: 'esnext',
  moduleResolution: 'bundler',
};

/**
 * A page that computes in workers says that its numbers are right.
 * @param {string} page its folder
 */
async function pageSaysGood(page) {
  const posenc = join(folder, 'node_modules/posenc');
  const said = await saidBy(page, posenc);
  if (said !== 'good') throw new Error(said);
}

/** @param {string} version of the compiler, which the lock file names */
const typechecksBy = (version) =>
  typechecks(version, {
    compiler: [node, own(`${version}/bin/tsc`)],
    module: 'esnext',
    moduleResolution: 'bundler',
    files: ['plain.ts', 'typed.ts'],
  });

/**
 * Only of the deep run: `attw` already proves that these resolutions find the
 * types, and other compilers read them.
 * @type {[string, () => Promise<unknown>][]}
 */
const moreTypes = [
  ['TypeScript: node16', () => typechecks('node16', { module: 'node16' })],
  [
    'TypeScript: nodenext',
    () => typechecks('nodenext', { module: 'nodenext' }),
  ],
  ['TypeScript: typescript6', () => typechecks('typescript6', typescript6)],
  ['TypeScript: typescript56', () => typechecksBy('typescript56')],
];

/**
 * Only of the deep run: Next has 340 MB.
 * @type {[string, () => Promise<unknown>][]}
 */
const ofNext = [
  [
    'workers of a page: Next',
    async () => pageSaysGood(await bundlers.nextPage(folder)),
  ],
];

/**
 * Only of the deep run: the programs have 200 MB.
 * @type {[string, string, string[]][]}
 */
const runtimes = [
  [
    'Deno',
    '@deno/linux-x64-glibc/deno',
    ['run', '--no-remote', '--allow-read'],
  ],
  ['Bun', '@oven/bun-linux-x64/bin/bun', ['run']],
];

/** @type {(one: typeof runtimes[0]) => [string, () => Promise<unknown>]} */
const ofRuntime = ([name, program, parameters]) => [
  `${name}: all entries, and workers`,
  async () => {
    const inside = at('tests/consumers/runtimes');
    const file = join(inside, 'node_modules', program);
    if (!existsSync(file))
      await runIn(inside, ['npm', 'ci', '--ignore-scripts']);
    if (existsSync(file)) await says([file, ...parameters, 'runtime.js']);
    else console.log(`skipped: no ${name} for this platform in its package`);
  },
];

/** @type {[string, () => Promise<unknown>][]} */
const cases = [
  ...(deep ? moreTypes : []),
  ['what the package holds', contents],
  ['what its pages link to', links],
  ['an entry copied by itself', alone],
  ['errors of all entries', () => good('errors.js')],
  ['Node: import', () => good('use.js')],
  ['Node: an entry of each family', () => good('parts.js')],
  ['Node: require', () => good('require.cjs')],
  [
    'Node: no code from strings',
    () => good('--disallow-code-generation-from-strings', 'use.js'),
  ],
  ['Node: importing changes nothing', () => good('globals.js')],
  ['Node: formats, and npx posenc', () => good('formats.js')],
  ['Node: GGUF headers', () => good('gguf.js')],
  ['Node: models, without WebAssembly', () => good('models.js')],
  ['Node: WebAssembly brought along', () => good('external.js')],
  ['Node: posenc/compat', () => good('compat.js')],
  [
    'onnxruntime-web turns with our tables as rotate does',
    () =>
      good(
        'onnxruntime.js',
        own('onnxruntime-web'),
        at('tests/support/onnx.mjs'),
      ),
  ],
  [
    'tensors of onnxruntime-web go in, and shapes come out',
    () => good('tensors.js', own('onnxruntime-web')),
  ],
  ['the manifest has a main', main],
  [
    'TypeScript: bundler',
    () =>
      typechecks('bundler', { module: 'esnext', moduleResolution: 'bundler' }),
  ],
  [
    'TypeScript: without dom',
    () =>
      typechecks('no-dom', {
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['es2022'],
        files: ['plain.ts'],
      }),
  ],
  // Types of typed arrays take a parameter since TypeScript 5.7, not before.
  ['TypeScript: typescript50', () => typechecksBy('typescript50')],
  [
    'esbuild',
    async () => {
      await bundlers.esbuild(folder, 'esbuild/out.mjs');
      await good('esbuild/out.mjs');
    },
  ],
  ['workerd', workerd],
  ['Parcel', async () => good(await bundlers.parcel(folder))],
  ['Vite', async () => good(await bundlers.vite(folder))],
  .../** @type {const} */ (['vite6', 'vite7', 'vite']).map(
    (version) =>
      /** @type {typeof cases[0]} */ ([
        `a worker: ${version}`,
        async () => worker(await bundlers.viteWorker(folder, version)),
      ]),
  ),
  ['Node: workers', () => good('workers.js')],
  ['workers of a plain page', () => pageSaysGood(join(folder, 'plain'))],
  .../** @type {const} */ (['vite6', 'vite7', 'vite'])
    .filter((version) => deep || version === 'vite')
    .map(
      (version) =>
        /** @type {typeof cases[0]} */ ([
          `workers of a page: ${version}`,
          async () => pageSaysGood(await bundlers.vitePage(folder, version)),
        ]),
    ),
  [
    'workers of a page: webpack',
    async () => pageSaysGood(await bundlers.webpackPage(folder)),
  ],
  ...(deep ? ofNext : []),
  ['Node: all entries, and workers', () => good('runtime.js')],
  ...(deep ? runtimes.map(ofRuntime) : []),
  ...oneIn(
    2,
    /** @type {const} */ (['iife', 'umd', 'cjs', 'es']),
    'Rollup',
  ).map(
    (format) =>
      /** @type {typeof cases[0]} */ ([
        `Rollup: ${format}`,
        async () => good(await bundlers.rollup(folder, format)),
      ]),
  ),
];

await runTests(cases, process.argv[2]);
