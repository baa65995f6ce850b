// @ts-check
// Checks the package as it would be published: its manifest, its types under
// every way of resolving modules, and its size.
import { brotliCompressSync, constants } from 'node:zlib';
import { packed } from '../build/pack.mjs';
import { at } from '../lib/paths.mjs';
import { tool } from '../lib/run.mjs';
import { passes } from './step.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** @type {Promise<string> | undefined} */
let tarball;
const onePacked = () => {
  tarball ??= packed();
  return tarball;
};

/** @type {Step} */
export const publint = [
  'publint',
  async () => passes(tool('publint/src/cli.js', await onePacked(), '--strict')),
];

/** @type {Step} */
export const attw = [
  'attw',
  async () =>
    passes(
      tool(
        '@arethetypeswrong/cli/dist/index.js',
        await onePacked(),
        '--profile=esm-only',
        '--no-emoji',
        '--no-color',
        // A .wasm file needs no types.
        '--exclude-entrypoints',
        './posenc.wasm',
        './posenc.scalar.wasm',
      ),
    ),
];

/**
 * Throws if the default entry carries words about methods or analyses, which
 * belong to `posenc/descriptions` alone.
 * @param {string} bundle
 */
async function refuseProse(bundle) {
  const { methods, analyses } = await import(
    at('bindings/dist/descriptions.js')
  );
  const all = [...Object.values(methods), ...Object.values(analyses)];
  for (const { name, title, summary, parameters } of all) {
    const [first] = Object.values(parameters);
    const carried = [title, summary, first?.doc].find(
      // A short title may be a word of an error.
      (text) => text?.length > 20 && bundle.includes(text),
    );
    if (carried)
      throw new Error(`the default entry says of ${name}: ${carried}`);
  }
}

/**
 * Most bytes of the default entry and all its static imports, compressed. The
 * module takes more than half of it, of which the kernels that stream attention
 * and its gradient, fill tables in the cache and turn heads in place are some
 * 25 kB; biases, relative terms and attention with their gradients take some
 * 60 kB, and reading configurations 30 kB: half of those are the records of some
 * 700 families, which no packing makes smaller than Brotli does. Factors with
 * more digits than a float64, rotations with them, and the powers of PyTorch take
 * 4 kB. Checks that refuse plausible wrong results take some 18 kB: axes of all
 * arrays, what classes of models do and do not read, hidden numbers that are not
 * finite, tensors of other libraries, and names from elsewhere.
 */
const budget = 277_000;

/** @type {Step} */
export const size = [
  'size',
  async () => {
    const { build } = await import('esbuild');
    const { outputFiles } = await build({
      entryPoints: { entry: at('bindings/dist/index.js') },
      bundle: true,
      splitting: true, // what is imported only when needed stays apart
      minify: true,
      format: 'esm',
      target: 'es2022',
      outdir: 'unused',
      write: false,
    });
    const entry = outputFiles.find((file) => file.path.endsWith('/entry.js'));
    if (!entry) throw new Error('the bundle has no entry');
    await refuseProse(entry.text);
    const bytes = brotliCompressSync(entry.contents, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
    }).length;
    const kB = (/** @type {number} */ n) => `${(n / 1000).toFixed(1)} kB`;
    const note = `default entry ${kB(bytes)} of ${kB(budget)}, brotli`;
    if (bytes > budget) throw new Error(note);
    return note;
  },
];
