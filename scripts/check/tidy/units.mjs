// @ts-check The files that clang-tidy reads and their options: those of the
// builds, without the options that only matter when object files are written.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { configure } from '../../build/cmake.mjs';
import { locked } from '../../lib/lock.mjs';
import { at, root } from '../../lib/paths.mjs';
import { must } from '../../lib/run.mjs';

/** @typedef {import('../../build/cmake.mjs').Build} Build */

/**
 * @typedef {object} Unit one file to check
 * @property {string} file relative to the root
 * @property {Build} build whose command it is
 * @property {string[]} compiler the command that names the included files
 * @property {Record<string, string>} env for it
 * @property {string[]} flags that the compiler and clang-tidy take
 * @property {string[]} target more flags for clang-tidy, where the compiler
 *   adds some by itself
 */

/**
 * The words of a command as a shell takes them.
 * @param {string} command @returns {string[]}
 */
export function wordsOf(command) {
  const word = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g;
  return (command.match(word) ?? []).map((text) =>
    text.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
      (_, double, single, escaped) =>
        double?.replace(/\\(.)/g, '$1') ?? single ?? escaped,
    ),
  );
}

/**
 * The flags of a command that say how to read the source. Left out are input,
 * output and optimisation, and precompiled headers, so that a file that does
 * not include what it uses is found.
 * @param {string[]} words of the command, the compiler first
 * @returns {string[]}
 */
export function flagsOf(words) {
  /** @type {string[]} */
  const flags = [];
  for (let i = 1; i < words.length; ++i) {
    const word = words[i] ?? '';
    const next = words[i + 1] ?? '';
    // CMake writes `-Xclang` for nothing but precompiled headers.
    const pair = ['-o', '-c', '-Xclang'].includes(word);
    if (pair || (word === '-include' && /cmake_pch/.test(next))) i += 1;
    else if (word !== '-Winvalid-pch' && !/^-O/.test(word)) flags.push(word);
  }
  return flags;
}

/** @returns {Promise<string[]>} what em++ adds when it calls clang */
async function emscriptenFlags() {
  return wordsOf(await must(['em++', '--cflags'], { quiet: true }));
}

/**
 * @param {Build} build whose commands are taken
 * @param {string} place a file, or the folder whose files are taken
 * @returns {Promise<Unit[]>}
 */
export async function unitsOf(build, place) {
  const env = await locked(async () => {
    const found = await configure(build);
    // Configure again: files may have been added.
    const again = ['ninja', '-C', at(`build/${build}`), 'build.ninja'];
    await must(again, { quiet: true, env: found });
    return found;
  });
  const database = at(`build/${build}/compile_commands.json`);
  /** @type {{ file: string, command: string }[]} */
  const entries = JSON.parse(readFileSync(database, 'utf8'));
  const target = build === 'native' ? [] : await emscriptenFlags();
  return entries
    .filter(({ file }) => `${file}/`.startsWith(at(`${place}/`)))
    .map(({ file, command }) => {
      const words = wordsOf(command);
      return {
        file: relative(root, file),
        build,
        compiler: words.slice(0, 1),
        env,
        flags: flagsOf(words),
        target,
      };
    });
}
