// @ts-check
// clang-format and clang-tidy over our C++.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, relative } from 'node:path';
import { at, root } from '../lib/paths.mjs';
import { must, run } from '../lib/run.mjs';
import { outcomeOf, tracked } from './step.mjs';

const folders = ['cpp', 'bindings/embind', 'tests/native'];
const sources = () => tracked(...folders.map((f) => `${f}/*.[ch]pp`));

export const clangFormat = {
  name: 'clang-format',
  run: () => outcomeOf(['clang-format', '--dry-run', '-Werror', ...sources()]),
};

const database = 'build/native/compile_commands.json';

/** @returns {Promise<(file: string) => string>} key of a file's content */
async function hasher() {
  const hash = createHash('sha256');
  hash.update(await must(['clang-tidy', '--version'], { quiet: true }));
  // Headers reach nearly every file, so a change in one renews them all.
  const shared = sources().filter((file) => file.endsWith('.hpp'));
  for (const file of [...shared, '.clang-tidy', database]) {
    hash.update(readFileSync(at(file)));
  }
  return (file) =>
    hash
      .copy()
      .update(file)
      .update(readFileSync(at(file)))
      .digest('hex');
}

/** What clang-tidy found clean stays clean until it or a header changes. */
const cleanList = at('build/stamps/clang-tidy');

/**
 * Runs clang-tidy on files, as many at a time as there are processors.
 * @param {string[]} files @param {(file: string) => void} clean
 * @returns {Promise<string>} what was found
 */
async function tidy(files, clean) {
  const waiting = [...files];
  let found = '';
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const { code, output } = await run(
        ['clang-tidy', '-p', at('build/native'), '--quiet', at(file)],
        { quiet: true },
      );
      if (code === 0) clean(file);
      else
        found += output.replace(/^.*warnings? (generated|treated).*\n/gm, '');
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return found.trimEnd();
}

export const clangTidy = {
  name: 'clang-tidy',
  run: async () => {
    const known = new Set(
      existsSync(cleanList) ? readFileSync(cleanList, 'utf8').split('\n') : [],
    );
    const keyOf = await hasher();
    // Only what the native build compiles: embind's headers are Emscripten's.
    /** @type {{ file: string }[]} */
    const commands = JSON.parse(readFileSync(at(database), 'utf8'));
    const files = commands.map(({ file }) => relative(root, file));
    const fresh = files.filter((file) => !known.has(keyOf(file)));
    const found = await tidy(fresh, (file) => known.add(keyOf(file)));

    const clean = files.map(keyOf).filter((key) => known.has(key));
    mkdirSync(dirname(cleanList), { recursive: true });
    writeFileSync(cleanList, clean.join('\n'));
    if (found) return { ok: false, note: found };
    return { ok: true, note: `${fresh.length} of ${files.length} files anew` };
  },
};
