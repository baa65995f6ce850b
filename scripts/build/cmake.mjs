// @ts-check
// The three C++ builds. CMake and Ninja know what is stale; this file only
// decides with which compiler and options a folder is configured.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { at } from '../lib/paths.mjs';
import { find, must, say, UserError } from '../lib/run.mjs';

/** @typedef {'native' | 'wasm-simd' | 'wasm-scalar'} Build */

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
 * Configures a build folder once, and anew when another compiler comes first
 * on PATH: CMake cannot change compilers in place.
 * @param {Build} build
 */
async function configure(build) {
  const folder = at(`build/${build}`);
  const record = `${folder}/configured-with`;
  const tools = [find('cmake'), find('emcc'), find('clang++', 'g++')].join();
  if (existsSync(record) && readFileSync(record, 'utf8') === tools) return;
  say('build', `configuring and compiling ${build}`);
  rmSync(folder, { recursive: true, force: true });
  await must(
    ['cmake', '-S', at('.'), '-B', folder, '-G', 'Ninja'].concat(
      await options[build](),
    ),
    { quiet: true },
  );
  writeFileSync(record, tools);
}

/**
 * Builds targets of one folder (all of them when none is named).
 * @param {Build} build @param {string[]} targets
 */
export async function compile(build, targets) {
  await configure(build);
  const command = ['cmake', '--build', at(`build/${build}`)];
  command.push('--parallel', String(availableParallelism()));
  for (const target of targets) command.push('--target', target);
  command.push('--', '--quiet');
  const output = await must(command, { quiet: true });
  // What is left of the tools' chatter is warnings.
  const chatter = /^(ninja: no work to do\.|-- .*)\n/gm;
  process.stderr.write(output.replace(chatter, ''));
}
