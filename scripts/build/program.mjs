// @ts-check
// Joins the command line program and all that it imports into one file, because
// Node takes four times as long to start it from 400 modules. The module's text
// stays apart: it is large, and the package has it already.
import { chmodSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { filesBelow, whenStale } from '../lib/stamps.mjs';

const dist = at('bindings/dist/');

/** The file of the program, relative to the package's dist. */
export const program = 'posenc.js';

/** @returns {Promise<boolean>} whether there was something to do */
export function packProgram() {
  const output = dist + program;
  const modules = filesBelow(
    dist,
    (path) => path.endsWith('.js') && path !== output,
  );
  return whenStale(
    'program',
    {
      inputs: [...modules, at('scripts/build/program.mjs')],
      outputs: [output],
    },
    async () => {
      const { build } = await import('esbuild');
      await build({
        entryPoints: [`${dist}cli/main.js`],
        outfile: output,
        bundle: true,
        external: ['./core/wasm/simd.js'],
        platform: 'node',
        target: 'node20.19',
        format: 'esm',
        minifySyntax: true,
        minifyWhitespace: true,
      });
      chmodSync(output, 0o755);
    },
  );
}
