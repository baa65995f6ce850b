// @ts-check
// The three C++ builds. CMake and Ninja know what is stale; this file decides
// what is built for which purpose, and with which compiler and options a folder
// is configured.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { atMost } from '../lib/at-most.mjs';
import { at } from '../lib/paths.mjs';
import { find, must, say, seconds, UserError } from '../lib/run.mjs';
import { quickPython } from './python.mjs';

/** @typedef {'native' | 'wasm-simd' | 'wasm-scalar'} Build */
/** @typedef {'package' | 'tests' | 'deep' | 'bench'} Purpose */

/** What `npm start`, `npm run docs` and the package need. */
const ofPackage = {
  'wasm-simd': ['posenc', 'posenc_parts', 'posenc_unpack'],
  'wasm-scalar': ['posenc'],
};

/**
 * The targets of each build for each purpose; a build that is not named is not
 * even configured.
 *
 * The tests compare the digests of the package, SIMD and scalar, with those on
 * native code. That proves what Catch2 compiled to WebAssembly would prove, which
 * is built for the deep run alone.
 * @type {Record<Purpose, Partial<Record<Build, string[]>>>}
 */
const targets = {
  package: ofPackage,
  tests: {
    native: ['posenc_tests', 'posenc_module'],
    ...ofPackage,
  },
  deep: { native: ['all'], 'wasm-simd': ['all'], 'wasm-scalar': ['all'] },
  bench: {
    ...ofPackage,
    'wasm-simd': [...ofPackage['wasm-simd'], 'posenc_bench'],
  },
};

/** @returns {Promise<string[]>} options that select Emscripten */
async function emscripten() {
  const root = await must(['em-config', 'EMSCRIPTEN_ROOT'], { quiet: true });
  const file = `${root.trim()}/cmake/Modules/Platform/Emscripten.cmake`;
  if (!existsSync(file)) throw new UserError(`build: no ${file}`);
  return [`-DCMAKE_TOOLCHAIN_FILE=${file}`];
}

/** @type {Record<Build, () => string[] | Promise<string[]>>} */
const options = {
  native: () => [`-DCMAKE_CXX_COMPILER=${find('clang++', 'g++')}`],
  'wasm-simd': async () => [...(await emscripten()), '-DPOSENC_SIMD=ON'],
  'wasm-scalar': async () => [...(await emscripten()), '-DPOSENC_SIMD=OFF'],
};

/**
 * What a build folder was configured with.
 * @param {string} record
 * @returns {{ tools: string, env: Record<string, string> } | undefined}
 */
function recordedIn(record) {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    // None, of an older version of this file, or cut off.
    return undefined;
  }
}

/**
 * Configures a build folder once, and anew when another compiler comes first
 * on PATH: CMake cannot change compilers in place.
 * @param {Build} build
 * @returns {Promise<Record<string, string>>} environment to build it in
 */
export async function configure(build) {
  const folder = at(`build/${build}`);
  const record = `${folder}/configured-with`;
  const tools = [find('cmake'), find('emcc'), find('clang++', 'g++')].join();
  const known = recordedIn(record);
  if (known?.tools === tools) {
    const python = known.env.EMSDK_PYTHON;
    if (python === undefined || existsSync(python)) return known.env;
    // It is gone; another one compiles the same.
    const env = await quickPython();
    writeFileSync(record, JSON.stringify({ tools, env }));
    return env;
  }
  say('build', `configuring and compiling ${build}`);
  rmSync(folder, { recursive: true, force: true });
  const env = build === 'native' ? {} : await quickPython();
  await must(
    ['cmake', '-S', at('.'), '-B', folder, '-G', 'Ninja'].concat(
      await options[build](),
    ),
    { quiet: true, env },
  );
  writeFileSync(record, JSON.stringify({ tools, env }));
  return env;
}

/** @param {Build} build @param {string[]} goals */
async function compile(build, goals) {
  const start = Date.now();
  const env = await configure(build);
  const command = ['cmake', '--build', at(`build/${build}`)];
  command.push('--parallel', String(availableParallelism()));
  for (const goal of goals) command.push('--target', goal);
  command.push('--', '--quiet');
  const output = await must(command, { quiet: true, env });
  // What is left of the tools' chatter is warnings.
  const chatter = /^(ninja: no work to do\.|-- .*)\n/gm;
  process.stderr.write(output.replace(chatter, ''));
  // A build that found nothing to do is not worth a line.
  if (Date.now() - start > 1000) say('build', `${build}, ${seconds(start)}`);
}

/** Bytes that the largest of our translation units makes a compiler take. */
const compilerMemory = 600e6;

/**
 * How many builds run at a time, each with a compiler for every processor: the
 * links, which keep one processor busy, then coincide with work of the others.
 */
function together() {
  const compilers = availableParallelism();
  return Math.max(
    1,
    Math.floor(process.availableMemory() / (compilers * compilerMemory)),
  );
}

/**
 * Builds what a purpose needs. When a build fails, the others still run to their
 * end: nothing may go on writing after the error.
 * @param {Purpose} purpose
 */
export async function compileFor(purpose) {
  const goals = /** @type {[Build, string[]][]} */ (
    Object.entries(targets[purpose])
  );
  const limited = atMost(together());
  /** @type {string[]} */
  const failures = [];
  const compiled = goals.map(([build, names]) =>
    limited(() => compile(build, names)).catch((error) => {
      const known = error instanceof UserError;
      failures.push(`build: ${build}: ${known ? error.message : error.stack}`);
    }),
  );
  await Promise.all(compiled);
  if (failures.length > 0) throw new UserError(failures.join('\n\n'));
}
