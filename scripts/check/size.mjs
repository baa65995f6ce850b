// @ts-check
// Checks what each entry costs a page that loads it, and that README says so.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { at } from '../lib/paths.mjs';

/**
 * Most bytes of each entry, minified and compressed.
 *
 * The module takes more than half of `posenc`, of which the kernels that stream
 * attention and its gradient, fill tables in the cache and turn heads in place
 * are some 25 kB; biases, relative terms and attention with their gradients take
 * some 60 kB, and reading configurations 30 kB: half of those are the records of
 * some 700 families, which no packing makes smaller than Brotli does. Checks that
 * refuse plausible wrong results take some 18 kB. In each part, loading, checks,
 * arrays and messages take some 20 kB of JavaScript, and memory, Embind and
 * elementary functions some 15 kB of WebAssembly.
 * @type {Record<string, number>}
 */
const budgets = {
  posenc: 277_000,
  'posenc/absolute': 110_000,
  'posenc/rotary': 89_000,
  'posenc/bias': 76_500,
  'posenc/attention': 189_000,
  'posenc/layouts': 89_000,
  'posenc/worker': 8_000,
};

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

/** @param {string} entry @returns {string} its file */
const fileOf = (entry) =>
  at(`bindings/dist/${entry.replace(/^posenc\/?/, '') || 'index'}.js`);

/** @param {string} entry @returns {Promise<string>} what a bundler makes of it */
async function bundled(entry) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: { entry: fileOf(entry) },
    bundle: true,
    splitting: true, // what is imported only when needed stays apart
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    outdir: 'unused',
    write: false,
  });
  const own = outputFiles.find((file) => file.path.endsWith('/entry.js'));
  if (!own) throw new Error(`the bundle of ${entry} has no entry`);
  return own.text;
}

/** @param {string} text @returns {number} its bytes, compressed */
const compressed = (text) =>
  brotliCompressSync(Buffer.from(text), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;

/** @returns {Promise<Map<string, number>>} the bytes of each entry */
export async function sizes() {
  const pairs = Object.keys(budgets).map(async (entry) => {
    const text = await bundled(entry);
    if (entry === 'posenc') await refuseProse(text);
    return /** @type {const} */ ([entry, compressed(text)]);
  });
  return new Map(await Promise.all(pairs));
}

/**
 * A text with the sizes of entries as they are: `posenc/rotary` (88 kB).
 * @param {string} text @param {Map<string, number>} known
 */
export const withSizes = (text, known) =>
  text.replace(/`(posenc(?:\/\w+)?)` \(\d+ kB\)/g, (said, entry) => {
    const bytes = known.get(entry);
    const kB = bytes && Math.round(bytes / 1000);
    return kB === undefined ? said : `\`${entry}\` (${kB} kB)`;
  });

/** @type {import('./step.mjs').Step} */
export const size = [
  'size',
  async () => {
    const known = await sizes();
    const kB = (/** @type {number} */ n) => `${(n / 1000).toFixed(1)} kB`;
    const lines = [...known].map(([entry, bytes]) => {
      const note = `${entry} ${kB(bytes)} of ${kB(budgets[entry] ?? 0)}`;
      return { note, over: bytes > (budgets[entry] ?? 0) };
    });
    const over = lines.filter((line) => line.over).map(({ note }) => note);
    if (over.length > 0) throw new Error(`${over.join('\n')}, brotli`);
    const readme = readFileSync(at('README.md'), 'utf8');
    if (withSizes(readme, known) !== readme) {
      throw new Error('README.md says other sizes of entries: npm run docs');
    }
    return `${lines.map(({ note }) => note).join(', ')}, brotli`;
  },
];
