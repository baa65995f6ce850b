// @ts-check
// `npm run build`: native and WebAssembly programs, then the package. Does
// only what is stale. Expects a machine that `npm run setup` found ready.
import { pathToFileURL } from 'node:url';
import { compile } from './build/cmake.mjs';
import { packModules } from './build/dist.mjs';
import { compileTypeScript } from './build/types.mjs';
import { locked } from './lib/lock.mjs';
import { say, script, seconds } from './lib/run.mjs';
import { setup } from './setup.mjs';

/**
 * @param {{ tests?: boolean }} [options] tests: also the test programs
 *   (default true)
 */
export async function build({ tests = true } = {}) {
  const start = Date.now();
  await locked(async () => {
    /** @type {[string, () => Promise<unknown>][]} */
    const steps = [
      ['native', () => compile('native', tests ? [] : ['posenc_core'])],
      ['wasm-simd', () => compile('wasm-simd', tests ? [] : ['posenc'])],
      ['wasm-scalar', () => compile('wasm-scalar', tests ? [] : ['posenc'])],
      ['package: modules', packModules],
      ['package: TypeScript', compileTypeScript],
    ];
    for (const [name, step] of steps) {
      const from = Date.now();
      await step();
      // Steps that found nothing to do are not worth a line.
      if (Date.now() - from > 1000) say('build', `${name}, ${seconds(from)}`);
    }
  });
  say('build', `done, ${seconds(start)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await script(async () => {
    await setup(['build']);
    await build();
  });
}
