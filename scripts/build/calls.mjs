// @ts-check
// Makes the TypeScript side of the functions that `bindings/embind` binds: the
// types of their arguments, and how the list of numbers is laid out that each of
// them reads. See `bindings/embind/call.hpp`.
import { readFileSync } from 'node:fs';
import { at, root } from '../lib/paths.mjs';
import { filesBelow, whenStale, writeIfChanged } from '../lib/stamps.mjs';
import { readCalls } from './calls/read.mjs';
import { writeCalls } from './calls/write.mjs';

/** The file that is made; git does not know it. */
export const callsFile = at('bindings/src/core/wasm/calls.ts');

/** The headers and sources of a folder. @param {string} folder */
const sources = (folder) =>
  filesBelow(at(folder), (path) => /\.[ch]pp$/.test(path));

/** @returns {Promise<boolean>} whether there was something to do */
export function generateCalls() {
  // The path of the repository may contain any word.
  const bench = at('bindings/embind/bench/');
  const bindings = sources('bindings/embind').filter(
    (path) => !path.startsWith(bench) && !path.endsWith('/call.hpp'),
  );
  const core = sources('cpp/posenc').filter((path) => path.endsWith('.hpp'));
  const steps = filesBelow(at('scripts/build/calls'));
  const inputs = [...bindings, ...core, ...steps];
  return whenStale('calls', { inputs, outputs: [callsFile] }, () => {
    const load = (/** @type {string} */ path) => ({
      path: path.slice(root.length),
      text: readFileSync(path, 'utf8'),
    });
    const calls = readCalls(bindings.map(load), core.map(load));
    writeIfChanged(callsFile, writeCalls(calls));
  });
}
