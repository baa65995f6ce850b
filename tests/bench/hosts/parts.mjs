// @ts-check
/**
 * The files of the package that the benchmark calls from the inside, with the
 * syntax that is shipped: bundles have no spreads of literals, which engines run
 * more slowly than the members themselves.
 */

import { build } from 'esbuild';
import { at } from '../../../scripts/lib/paths.mjs';

/** Where the files are, below the root. */
export const PARTS = 'build/bench';

const MODULES = 'bindings/dist/modules';

/** Writes the files. */
export async function writeParts() {
  await build({
    entryPoints: ['core/wasm/glue', 'entry/posenc', 'entry/instance'].map(
      (path) => at(`${MODULES}/${path}.js`),
    ),
    // All of them share one copy of what they have in common.
    ...{ bundle: true, splitting: true, format: 'esm', target: 'es2022' },
    ...{ minifySyntax: true, external: ['node:*'], logLevel: 'silent' },
    ...{ outbase: at(MODULES), outdir: at(PARTS) },
  });
}
