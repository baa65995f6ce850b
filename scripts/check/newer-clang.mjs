// @ts-check
// Compiles the C++ with every clang of this machine that is newer than the one
// of Emscripten, so that a newer emsdk holds no surprise: without warnings, and
// natively with the same digests. Debian has such compilers as clang-16 and
// clang-19; without one, nothing is checked.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configure } from '../build/cmake.mjs';
import { atMost } from '../lib/at-most.mjs';
import { locked } from '../lib/lock.mjs';
import { at } from '../lib/paths.mjs';
import { find, must } from '../lib/run.mjs';
import { unitsOf } from './tidy/units.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** The first version that is newer than the clang of Emscripten 3.1.6. */
const first = 15;

/** Paths of the compilers by version. */
const compilers = Array.from({ length: 30 }, (_, i) => first + i).flatMap(
  (version) => {
    const path = find(`clang++-${version}`);
    return path ? [{ version, path }] : [];
  },
);

/** @param {string} folder @param {string} target */
const compile = (folder, target) =>
  must(['cmake', '--build', folder, '--target', target], { quiet: true });

/** @param {string} folder @returns {string} the digests of all cases */
function digests(folder) {
  const input = readFileSync(at('tests/engines/digest_cases.txt'));
  return execFileSync(`${folder}/posenc_digest`, { input, encoding: 'utf8' });
}

/** @param {{ version: number, path: string }} compiler */
async function native({ version, path }) {
  const ours = at('build/native');
  const theirs = at(`build/clang-${version}`);
  await locked(async () => {
    await configure('native');
    await compile(ours, 'posenc_digest');
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
    await compile(theirs, 'posenc_digest');
  });
  const [expected, got] = [digests(ours), digests(theirs)].map((text) =>
    text.split('\n'),
  );
  const other = expected?.filter((line, i) => line !== got?.[i]) ?? [];
  if (other.length > 0) throw new Error(`other bits: ${other.join(', ')}`);
  return `${expected?.length} equal digests`;
}

/** @param {{ version: number, path: string }} compiler */
async function objects({ path }) {
  const units = [
    ...(await unitsOf('wasm-simd', 'cpp')),
    ...(await unitsOf('wasm-simd', 'bindings/embind')),
  ];
  const limited = atMost(availableParallelism());
  const results = await Promise.allSettled(
    units.map(({ file, flags, target }) => {
      const how = ['-O3', '-Werror', '-c', '-o', '/dev/null'];
      const command = [path, ...target, ...flags, ...how, at(file)];
      return limited(() => must(command, { quiet: true }));
    }),
  );
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.message] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return `${units.length} files`;
}

/** @type {Step[]} */
export const newerClang = compilers.flatMap((compiler) => {
  const name = `newer-clang: ${compiler.version}`;
  return /** @type {Step[]} */ ([
    [`${name}, native`, () => native(compiler)],
    [`${name}, wasm32`, () => objects(compiler)],
  ]);
});
