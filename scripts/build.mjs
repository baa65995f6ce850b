// @ts-check
// `npm run build`: builds the native and WebAssembly programs, then the
// package; only what is stale. The machine must be set up (`npm run setup`).
import { pathToFileURL } from 'node:url';
import { bundleEntries } from './build/bundle.mjs';
import { compileFor } from './build/cmake.mjs';
import { packModules } from './build/dist.mjs';
import { compileTypeScript } from './build/types.mjs';
import { locked } from './lib/lock.mjs';
import { say, script, seconds } from './lib/run.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('./build/cmake.mjs').Purpose} Purpose */

/** @param {Purpose} purpose */
async function modules(purpose) {
  await compileFor(purpose);
  await packModules();
}

async function typeScript() {
  const start = Date.now();
  // Print nothing where nothing had to be done.
  if (await compileTypeScript()) say('build', `TypeScript, ${seconds(start)}`);
}

/**
 * Builds the package, and what else the purpose needs.
 * @param {Purpose} [purpose] package: nothing else; tests: what `npm test`
 *   runs; deep: everything, for `npm test -- --deep`; bench: the module of the
 *   benchmark. build/cmake.mjs has the table of all purposes.
 */
export async function build(purpose = 'tests') {
  const start = Date.now();
  await locked(async () => {
    // Wait for both: nothing may be written after an error is reported.
    const results = await Promise.allSettled([modules(purpose), typeScript()]);
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
    }
    await bundleEntries();
  });
  say('build', `done, ${seconds(start)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await script(async () => {
    await setup(['build']);
    await build();
  });
}
