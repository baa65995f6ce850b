// A copy of the repository in a folder of its own, in which a test may add
// methods and build.
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tracked } from '../../../scripts/check/step.mjs';
import { at } from '../../../scripts/lib/paths.mjs';
import { RECORDS } from '../../../scripts/lib/records.mjs';
import { must } from '../../../scripts/lib/run.mjs';

/** Large folders that no build step reads. */
const unread = ['tests/golden/data/', 'tests/consumers/', 'web/media/'];

/** What the compiler of TypeScript knows of the last time, and what it made. */
const compiled = ['bindings/dist', 'build/bindings.tsbuildinfo'].concat(
  'build/cli.tsbuildinfo',
);

/** Links every package; those of the workspace are the copy's own. @param {string} folder */
function linkPackages(folder) {
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(at('node_modules'))) {
    const path = at(`node_modules/${name}`);
    const own = lstatSync(path).isSymbolicLink();
    const target = own ? readlinkSync(path) : path;
    symlinkSync(target, join(folder, 'node_modules', name));
  }
}

/**
 * Copies the files that git knows, and what is built of the package.
 * @returns {{ folder: string, remove: () => void,
 *   run: (...command: string[]) => Promise<string> }} the copy, and how to run
 *   a command in it that must succeed
 */
export function makeCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-copy-'));
  const files = tracked().filter(
    (file) => !unread.some((start) => file.startsWith(start)),
  );
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(at(file), join(folder, file));
  }
  for (const path of compiled.filter((path) => existsSync(at(path)))) {
    cpSync(at(path), join(folder, path), { recursive: true });
  }
  linkPackages(folder);
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    run: (...command) =>
      must(command, {
        cwd: folder,
        quiet: true,
        // Tests of the copy are no tests of the run.
        env: { [RECORDS]: '' },
      }),
  };
}

/**
 * Compiles and bundles the TypeScript of a copy, and leaves its C++ alone.
 * @param {ReturnType<typeof makeCopy>} copy
 */
export const compilePackage = (copy) =>
  copy.run(
    process.execPath,
    ...['--input-type', 'module', '--eval'],
    "import { bundleEntries } from './scripts/build/bundle.mjs';" +
      "import { compileTypeScript } from './scripts/build/types.mjs';" +
      'await compileTypeScript(); await bundleEntries();',
  );
