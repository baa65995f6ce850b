// @ts-check
// Checks that what documents name exists: paths, commands, the symbols of code
// that stand between backticks, and the targets of links, headings too. Blocks of
// code are run by tests/readme.
import { readFileSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { suites } from '../suites.mjs';
import { deadLinks } from './links.mjs';
import { tracked } from './step.mjs';

/**
 * What there is to name.
 * @typedef {object} Known
 * @property {readonly string[]} files all of the repository, below its root
 * @property {ReadonlySet<string>} words identifiers and words of strings in code
 * @property {ReadonlySet<string>} scripts of package.json
 * @property {ReadonlySet<string>} suites of `npm test`
 * @property {readonly string[]} steps of `npm run check`
 */

/** Names in documents that belong to other programs, by program. */
const FOREIGN = {
  Eigen: 'EIGEN_DONT_VECTORIZE setCpuCacheSizes ColPivHouseholderQR',
  ggml: 'rope_yarn',
  'ONNX Runtime': 'GroupQueryAttention cos_cache sin_cache',
  PyTorch: 'register_buffer',
};

/** Namespaces of other programs, whose members are not ours either. */
const NAMESPACES =
  /\b(torch|nn|F|np|numpy|tf|jax|jnp|timm|transformers)\.[\w.]+/g;

/** @type {ReadonlySet<string>} */
const foreign = new Set(
  Object.values(FOREIGN).flatMap((names) => names.split(' ')),
);

/**
 * Documents of what is. Pages of methods come from descriptions; the changelog
 * and TRIED name what was, and data what others have.
 */
const documentFiles = () =>
  tracked(
    'README.md',
    'CONTRIBUTING.md',
    'tests/README.md',
    'docs/*.md',
  ).filter((file) => !file.startsWith('docs/methods/'));

/** Folders that the build makes, which git ignores. */
const BUILT = [
  'bindings/src/generated/',
  ...['bindings/dist/', 'web/dist/', 'build/'],
];

/** Folders at the root, with which paths begin. */
const TOP = /^(\.ci|bindings|cmake|cpp|docs|scripts|tests|web)\//;

/** Kinds of files that only the repository has; users have the others, too. */
const SOURCE = /\.(ts|mjs|cpp|hpp|cmake)$/;

/** What stands for any name: words of large letters, such as NAME, and `*`. */
const holdsPlaceholder = (/** @type {string} */ path) =>
  /\*|…|(^|\/)[A-Z]+(?!\.md)(\b|$)/.test(path);

/**
 * Whether a path names a file or folder. One without a folder of the root stands
 * for the end of a path, as in a list of what a folder holds.
 * @param {string} path @param {readonly string[]} files
 */
function isPath(path, files) {
  const end = path.replace(/^\.\//, '');
  // The end of a name, such as `_test.cpp`.
  if (/^[._]/.test(end)) return files.some((file) => file.endsWith(end));
  if (TOP.test(end)) {
    return files.some((file) => file === end || file.startsWith(folder(end)));
  }
  return end.endsWith('/')
    ? files.some((file) => `/${file}`.includes(`/${end}`))
    : files.some((file) => `/${file}`.endsWith(`/${end}`));
}

/** @param {string} path */
const folder = (path) => (path.endsWith('/') ? path : `${path}/`);

/**
 * What a span of code names that does not exist. It is a path if it begins with a
 * folder of the root, ends with a slash, or ends as our sources do. Otherwise
 * each identifier in it is a symbol, of C++, TypeScript or a configuration, and
 * must be a word of the code. Words of large letters stand for any; flags are
 * words joined by dashes, the names of options.
 * @param {string} span @param {Known} known @returns {string[]}
 */
function unknownIn(span, { files, words }) {
  const isOne = TOP.test(span) || SOURCE.test(span) || /^\w.*\/$/.test(span);
  if (isOne && /^[\w.*/-]+$/.test(span)) {
    return holdsPlaceholder(span) || isPath(span, files) ? [] : [span];
  }
  // Commands of npm are looked at as such; a comment is no symbol.
  if (/^(npm|\/\/) ?/.test(span)) return [];
  const flags = [...span.matchAll(/--(?:no-)?([a-z]+(?:-[a-z]+)+)/g)]
    .map(([, flag = '']) => flag)
    .filter((flag) => !words.has(flag) && !words.has(camel(flag)));
  const symbols = span
    .replace(/--[a-z]+(?:-[a-z]+)+/g, '')
    .replace(NAMESPACES, '')
    .match(/\b[A-Za-z_$][\w$]*/g);
  return flags.concat(
    (symbols ?? [])
      .filter((word) => !/^[A-Z]+$/.test(word))
      .filter((word) => !words.has(word) && !foreign.has(word)),
  );
}

/** @param {string} flag @returns {string} the name of its option */
const camel = (flag) =>
  flag.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

/**
 * Commands of this repository that do not exist.
 * @param {string} text @param {Known} known @returns {string[]}
 */
function unknownCommands(text, { scripts, suites, steps }) {
  const pattern = /npm (?:run ([\w-]+)|(test))(?: -- ([a-z][\w-]*))?/g;
  return [...text.matchAll(pattern)]
    .filter(([, script = 'test', , word]) => {
      if (!scripts.has(script)) return true;
      if (word === undefined) return false;
      if (script === 'test') return !suites.has(word);
      return script === 'check' && !steps.some((step) => step.includes(word));
    })
    .map(([command]) => command);
}

/**
 * What a document names that does not exist, each with its line.
 * @param {string} text @param {Known} known @returns {string[]}
 */
export function unknown(text, known) {
  // Blocks without their code, but with their lines.
  const prose = text.replace(/^```[\s\S]*?^```/gm, (block) =>
    block.replace(/[^\n]/g, ''),
  );
  /** @param {RegExp} pattern @param {string} text @param {(found: string) => string[]} check */
  const look = (pattern, text, check) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return check(found).map((what) => `${line}: ${what}, in ${found}`);
    });
  return [
    // A span may go on in the next line.
    ...look(/`[^`\n]+(?:\n[^`\n]+)*`/g, prose, (span) =>
      unknownIn(span.slice(1, -1).replace(/\s+/g, ' '), known),
    ),
    ...look(/npm (run|test)\b[^`\n]*/g, text, (line) =>
      unknownCommands(line, known),
    ),
  ];
}

/**
 * Identifiers and words of strings, also those joined by dashes. Comments do not
 * count: they may name what is gone.
 * @param {string} code @returns {string[]}
 */
export function wordsOf(code) {
  const plain = code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
  return [
    ...(plain.match(/[A-Za-z_$][\w$]*/g) ?? []),
    ...(plain.match(/[a-z]+(?:-[a-z]+)+/g) ?? []),
  ];
}

/** @param {readonly string[]} steps names of all checks @returns {Known} */
function readKnown(steps) {
  const files = [...tracked(), ...BUILT];
  const own = 'scripts/check/documents.mjs'; // it holds the names of others
  const code = tracked().filter(
    (file) =>
      file !== own &&
      /(\.(ts|mjs|js|cpp|hpp|css|cmake|html)|CMakeLists\.txt|package\.json)$/.test(
        file,
      ),
  );
  const words = new Set(
    code.flatMap((file) => wordsOf(readFileSync(at(file), 'utf8'))),
  );
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  return {
    files,
    words,
    scripts: new Set([...Object.keys(scripts), 'test', 'install', 'ci']),
    suites: new Set(suites.map(({ name }) => name)),
    steps,
  };
}

/**
 * The step, which knows the names of all steps.
 * @param {() => readonly string[]} steps @returns {import('./step.mjs').Step}
 */
export const documents = (steps) => [
  'documents',
  async () => {
    const known = readKnown(steps());
    const files = documentFiles();
    const texts = files.map((file) => readFileSync(at(file), 'utf8'));
    const found = files.flatMap((file, n) =>
      unknown(texts[n] ?? '', known).map((what) => `${file}:${what}`),
    );
    const all = texts.join('\n');
    const unused = [...foreign].filter((name) => !all.includes(name));
    found.push(...unused.map((name) => `no document names ${name} any more`));
    const pages = tracked('*.md');
    for (const page of pages) {
      const dead = deadLinks(page);
      found.push(...dead.map((link) => `${page}: ${link} leads nowhere`));
    }
    if (found.length > 0) throw new Error(found.join('\n'));
    return `${files.length} documents, links of ${pages.length} pages`;
  },
];
