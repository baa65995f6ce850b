// @ts-check
// Compiles the C++ with every clang of this machine that is newer than the one
// of Emscripten, so that a newer emsdk holds no surprise: without warnings, and
// with the same digests, natively and as WebAssembly. Debian has such compilers
// as clang-16 and clang-19; without one, nothing is checked.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configure } from '../build/cmake.mjs';
import { atMost } from '../lib/at-most.mjs';
import { locked } from '../lib/lock.mjs';
import { at } from '../lib/paths.mjs';
import { find, must } from '../lib/run.mjs';
import { unitsOf, wordsOf } from './tidy/units.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** The first version that is newer than the clang of Emscripten 3.1.6. */
const first = 15;

/** @typedef {{ version: number, path: string }} Compiler */

/** @type {Compiler[]} */
const compilers = Array.from({ length: 30 }, (_, i) => first + i).flatMap(
  (version) => {
    const path = find(`clang++-${version}`);
    return path ? [{ version, path }] : [];
  },
);

/** @param {string} folder @param {string} target */
const compile = (folder, target) =>
  must(['cmake', '--build', folder, '--target', target], { quiet: true });

/**
 * The digests of the package with another module of the core.
 * @param {string} file an add-on of Node, or WebAssembly
 * @returns {string[]}
 */
function digests(file) {
  const program = at('tests/engines/digest/of-module.mjs');
  const words = [program, file];
  const text = execFileSync(process.execPath, words, { encoding: 'utf8' });
  return text.trimEnd().split('\n');
}

/** Compiles the add-on as every other check does. */
async function compileOurs() {
  await configure('native');
  await compile(at('build/native'), 'posenc_module');
}

/**
 * Compares with the digests of the usual compiler.
 * @param {string[]} got @returns {string} what is equal
 */
function compared(got) {
  const expected = digests(at('build/native/posenc.node'));
  const other = expected.filter((line, i) => line !== got[i]);
  if (other.length > 0 || got.length !== expected.length) {
    throw new Error(`other bits: ${other.join(', ')}`);
  }
  return `${expected.length} equal digests`;
}

/** @param {Compiler} compiler */
async function native({ version, path }) {
  const theirs = at(`build/clang-${version}`);
  await locked(async () => {
    await compileOurs();
    if (!existsSync(`${theirs}/build.ninja`)) {
      const options = [
        `-DCMAKE_CXX_COMPILER=${path}`,
        '-DCMAKE_CXX_FLAGS=-Werror',
      ];
      await must(
        ['cmake', '-S', at('.'), '-B', theirs, '-G', 'Ninja', ...options],
        { quiet: true },
      );
    }
    await compile(theirs, 'posenc_module');
  });
  return compared(digests(`${theirs}/posenc.node`));
}

/**
 * Compiles files to objects of WebAssembly, in a folder.
 * @param {Compiler} compiler @param {string} folder
 * @param {readonly string[]} places
 * @returns {Promise<string[]>} the objects
 */
async function objects({ path }, folder, places) {
  const units = await Promise.all(
    places.map((place) => unitsOf('wasm-simd', place)),
  );
  const limited = atMost(availableParallelism());
  const results = await Promise.allSettled(
    units.flat().map(async ({ file, flags, target }) => {
      const object = `${folder}/${file.replaceAll('/', '-')}.o`;
      const how = ['-O3', '-Werror', '-c', '-o', object];
      const command = [path, ...target, ...flags, ...how, at(file)];
      await limited(() => must(command, { quiet: true }));
      return object;
    }),
  );
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.message] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
}

/**
 * Links objects with Emscripten's own linker and libraries, as the build links
 * the module of the package.
 * @param {readonly string[]} objects @param {string} program
 */
async function link(objects, program) {
  const folder = at('build/wasm-simd');
  const query = ['ninja', '-C', folder, '-t', 'commands', 'posenc.js'];
  const commands = (await must(query, { quiet: true })).trimEnd().split('\n');
  // CMake writes `: && COMMAND && :`.
  const words = wordsOf(commands.at(-1) ?? '');
  const command = words
    .slice(words.indexOf('&&') + 1, words.lastIndexOf('&&'))
    .filter((word) => !/\.[oa]$/.test(word))
    .map((word) => (word === 'posenc.js' ? program : word));
  await must([...command, ...objects], { quiet: true });
}

/** @param {Compiler} compiler */
async function wasm(compiler) {
  // The folder around it says that Emscripten's programs are CommonJS.
  const folder = at(`build/wasm-simd/clang-${compiler.version}`);
  mkdirSync(folder, { recursive: true });
  const all = await objects(compiler, folder, ['cpp', 'bindings/embind']);
  await link(all, `${folder}/posenc.js`);
  await locked(compileOurs);
  const equal = compared(digests(`${folder}/posenc.wasm`));
  return `${all.length} files, ${equal}`;
}

/** @type {Step[]} */
export const newerClang = compilers.flatMap((compiler) => {
  const name = `newer-clang: ${compiler.version}`;
  return /** @type {Step[]} */ ([
    [`${name}, native`, () => native(compiler)],
    [`${name}, wasm32`, () => wasm(compiler)],
  ]);
});
