// @ts-check
// Checks what each entry costs a page that loads it, and that README says so.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { parts } from '../build/parts.mjs';
import { at } from '../lib/paths.mjs';

/**
 * Where the most bytes stand that each entry's file may have, compressed. esbuild,
 * which names variables anew, makes it 2 or 3 % larger; Vite makes it no larger.
 *
 * The module takes half of `posenc`, of which the kernels that stream attention
 * and its gradient, fill tables in the cache and turn heads in place are some
 * 20 kB; biases, relative terms and attention with their gradients take some
 * 50 kB, and reading configurations 30 kB: half of those are the records of some
 * 700 families, which no packing makes smaller than Brotli does. Checks that
 * refuse plausible wrong results take some 18 kB. In each part, loading, checks,
 * arrays and messages take some 18 kB of JavaScript, and memory and elementary
 * functions some 12 kB of WebAssembly.
 */
const record = 'scripts/check/size.json';

/** The entries that are weighed. */
const entries = () => [
  'posenc',
  ...parts().map((name) => `posenc/${name}`),
  ...['posenc/worker', 'posenc/models'],
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

/** @param {string} entry @returns {string} its file */
const fileOf = (entry) =>
  at(`bindings/dist/${entry.replace(/^posenc\/?/, '') || 'index'}.js`);

/** What a page imports that makes no instance: all that shares no code with one. */
const helpers = 'tensor, toFloat32, PosencTypeError, PosencRangeError';

/** Most bytes of a page's bundle that imports the helpers alone. */
const helpersBudget = 3000;

/**
 * A module of a page that uses names of an entry.
 * @param {string} entry @param {string} names
 */
const pageOf = (entry, names) =>
  `import { ${names} } from ${JSON.stringify(fileOf(entry))};\nconsole.log(${names});`;

/** A plugin of Rollup and of Vite. @param {string} page */
const pagePlugin = (page) => ({
  name: 'page',
  resolveId: (/** @type {string} */ id) => (id === 'page' ? id : null),
  load: (/** @type {string} */ id) => (id === 'page' ? page : null),
});

/**
 * Bundlers of pages, and what each makes of a page's module.
 * @type {Record<string, (page: string) => Promise<string>>}
 */
const bundlers = {
  async esbuild(page) {
    const { build } = await import('esbuild');
    const { outputFiles } = await build({
      stdin: { contents: page, resolveDir: at('.') },
      bundle: true,
      minify: true,
      format: 'esm',
      charset: 'utf8',
      write: false,
    });
    return outputFiles[0]?.text ?? '';
  },
  async rollup(page) {
    const { rollup } = await import('rollup');
    const made = await rollup({ input: 'page', plugins: [pagePlugin(page)] });
    return (await made.generate({ format: 'es' })).output[0].code;
  },
  async vite(page) {
    const { build } = await import('vite');
    const made = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [pagePlugin(page)],
      build: {
        write: false,
        target: 'es2022',
        rollupOptions: { input: 'page' },
      },
    });
    const [first] = [made].flat();
    if (!first || !('output' in first)) throw new Error('vite made nothing');
    return first.output[0].code;
  },
};

/** @returns {Promise<string[]>} what the helpers cost in each bundler */
async function sizesOfHelpers() {
  const page = pageOf('posenc', helpers);
  const known = Object.entries(bundlers).map(async ([name, bundle]) => {
    const bytes = compressed(await bundle(page));
    if (bytes > helpersBudget) {
      throw new Error(
        `${name} makes ${bytes} bytes of ${helpers} alone, brotli`,
      );
    }
    return `${name} ${bytes}`;
  });
  return Promise.all(known);
}

/** @param {string} text @returns {number} its bytes, compressed */
const compressed = (text) =>
  brotliCompressSync(Buffer.from(text), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;

/** @returns {Promise<Map<string, number>>} the bytes of each entry */
export async function sizes() {
  const pairs = entries().map(async (entry) => {
    const text = readFileSync(fileOf(entry), 'utf8');
    if (entry === 'posenc') await refuseProse(text);
    return /** @type {const} */ ([entry, compressed(text)]);
  });
  return new Map(await Promise.all(pairs));
}

/** Documents that name the parts, and the sizes of entries. */
export const sized = ['README.md', 'docs/recipes.md'];

/**
 * A text with all parts where it lists three entries or more that begin with a
 * part, and with the sizes of entries as they are: `posenc/rotary` (88 kB).
 * @param {string} text @param {Map<string, number>} known
 * @param {readonly string[]} names of the parts
 */
export function withSizes(text, known, names = parts()) {
  const size = String.raw`(?: \(\d+ kB\))?`;
  const list = new RegExp(
    `\`posenc/(?:${names.join('|')})\`${size}(?:, \`posenc/\\w+\`${size}){2,}`,
    'g',
  );
  return text
    .replace(list, (said) =>
      names
        .map(
          (name) => `\`posenc/${name}\`${said.includes('kB') ? ' (0 kB)' : ''}`,
        )
        .join(', '),
    )
    .replace(/`(posenc(?:\/\w+)?)` \(\d+ kB\)/g, (said, entry) => {
      const bytes = known.get(entry);
      const kB = bytes && Math.round(bytes / 1000);
      return kB === undefined ? said : `\`${entry}\` (${kB} kB)`;
    });
}

/** @param {number} bytes */
const inKB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * The entries that are larger than their most bytes, or have none.
 * @param {Map<string, number>} known @param {Record<string, number>} budgets
 * @returns {string[]}
 */
export const oversized = (known, budgets) =>
  [...known].flatMap(([entry, bytes]) => {
    const most = budgets[entry];
    if (most === undefined) return [`${entry} has no limit: ${inKB(bytes)}`];
    return bytes > most ? [`${entry} ${inKB(bytes)} of ${inKB(most)}`] : [];
  });

/** @type {import('./step.mjs').Step} */
export const size = [
  'size',
  async () => {
    const known = await sizes();
    const budgets = JSON.parse(readFileSync(at(record), 'utf8'));
    const over = oversized(known, budgets);
    if (over.length > 0) {
      throw new Error(
        `${over.join('\n')}, brotli\nmake them smaller, or raise the limit by ` +
          '`npm run check -- size-record` and say why in the commit message',
      );
    }
    for (const file of sized) {
      const text = readFileSync(at(file), 'utf8');
      if (withSizes(text, known) === text) continue;
      throw new Error(`${file} says other parts or sizes: npm run docs`);
    }
    const notes = [...known].map(
      ([entry, bytes]) => `${entry} ${inKB(bytes)} of ${inKB(budgets[entry])}`,
    );
    notes.push(`helpers alone: ${(await sizesOfHelpers()).join(', ')}`);
    return `${notes.join(', ')}, brotli`;
  },
];

/**
 * `npm run check -- size-record`: writes new limits, also lower ones: the next
 * half of a kB.
 * @type {import('./step.mjs').Step}
 */
export const recordSize = [
  'size-record',
  async () => {
    const known = await sizes();
    const limits = [...known].map(([entry, bytes]) => [
      entry,
      Math.ceil(bytes / 500) * 500,
    ]);
    const text = JSON.stringify(Object.fromEntries(limits), null, 2);
    writeFileSync(at(record), `${text}\n`);
    return [...known].map(([entry, n]) => `${entry} ${inKB(n)}`).join(', ');
  },
];
