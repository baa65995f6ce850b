// @ts-check
// The reference pages: one a method, and an index of them all. Everything on
// them comes from the descriptions in the built package.
import { existsSync, readdirSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { analysisPage } from './analysis.mjs';
import { benchmarkPage } from './benchmark.mjs';
import { familiesPage } from './families.mjs';
import { figures } from './figures.mjs';
import { findingsPage } from './findings.mjs';
import { table } from './markdown-table.mjs';
import { methodPage, paperLink } from './method.mjs';

/** @typedef {import('../../bindings/dist/modules/descriptions.js').MethodDescription} Method */
/** @typedef {import('./method.mjs').Words} Words */

const folder = 'docs/methods';
const figureFolder = 'docs/figures';

/** @type {Record<NonNullable<Method['family']>, string>} */
const FAMILIES = {
  table: 'Tables, added to the embeddings',
  rotation: 'Rotations of queries and keys',
  bias: 'Biases, added to the scores',
  relative: 'Relative terms, from content and position',
  gate: 'Gates of the weights',
};

/**
 * The file of a method's page: `sinusoidal-grid.md`, `t5-bias.md`,
 * `transformer-xl.md`, named as the method's source files are.
 * @param {string} name of the method
 */
export const pageFile = (name) =>
  `${name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()}.md`;

/** @param {Method} method */
const pathOf = ({ name }) => `${folder}/${pageFile(name)}`;

/** @returns {Promise<Map<string, string>>} text by path in the repository */
export async function pagesOf() {
  const descriptions = await import(at('bindings/dist/descriptions.js'));
  const { methods, analyses } = descriptions;
  const words = {
    ...(await import(at('bindings/dist/modules/cli/words.js'))),
    ...descriptions,
  };
  /** @type {Method[]} */
  const all = Object.values(methods);
  const pages = new Map(
    all.map((method) => [pathOf(method), methodPage(method, words)]),
  );
  pages.set('docs/analysis.md', analysisPage(analyses, words));
  const { load } = await import(at('bindings/dist/index.js'));
  pages.set('docs/benchmark.md', benchmarkPage());
  pages.set('docs/families.md', await familiesPage());
  pages.set('docs/findings.md', await findingsPage(await load()));
  for (const [path, svg] of await figures()) pages.set(path, svg);
  return pages.set('docs/README.md', index(all, words));
}

/** @returns {string[]} the pages and figures that are there */
export function present() {
  return [...filesIn(folder, '.md'), ...filesIn(figureFolder, '.svg')];
}

/** @param {string} folder @param {string} end of the names */
function filesIn(folder, end) {
  if (!existsSync(at(folder))) return [];
  const names = readdirSync(at(folder)).filter((name) => name.endsWith(end));
  return names.map((name) => `${folder}/${name}`);
}

/** @param {Method[]} methods @param {Words} words */
function index(methods, words) {
  const sections = Object.entries(FAMILIES).map(([family, title]) =>
    section(
      title,
      'method',
      methods.filter((method) => method.family === family),
      words,
    ),
  );
  const operations = methods.filter(({ family }) => family === undefined);
  sections.push(section('Operations', 'operation', operations, words));
  return `# Reference

One page a method or operation: formula, paper, parameters, presets, pitfalls,
and an example in JavaScript and for a shell. These pages come from the descriptions
that also check arguments and give the types: \`npm run docs\` writes them.
Pages once had the names of functions: \`t5Bias.md\` is now \`t5-bias.md\`.

## Guides

* [Which encoding should I use?](which.md): a short answer, then what each costs
* [From PyTorch and NumPy](from-pytorch.md): code of tutorials beside the calls here, and its mistakes
* [Tables for embeddings](tables.md): make one, add it, train it, analyse it
* [All calls of rotation and attention](calls.md): options, results, positions, errors
* [What you can rely on](promises.md): accuracy, bits, engines, types
* [Arrays, tensors and shapes](arrays.md): what goes in and what comes out
* [Specs and plans](specs.md): methods as plain objects, and what will come out
* [From a model's name to its encoding](models.md): configurations, layer by layer
* [Settings for longer texts](longer-texts.md): the override of an engine, with reasons
* [Families of models](families.md): what each of them does
* [Findings about configurations](findings.md): what can be wrong, and its mend
* [Rotary embeddings](rotary.md): schedules, layouts, axes and what programs get wrong
* [Attention and what acts on its scores](attention.md): terms, masks, layers of models, gradients
* [Spot the bug](spot-the-bug.md): four rotations, three of which are none
* [My scores are wrong: which layout is it?](layouts.md): what an engine did, and weights for the other layout
* [The command line](command-line.md)
* [Files](formats.md): npy, safetensors, CSV and JSON
* [Benchmark](benchmark.md): speeds beside the machine's limits and other programs
* [Long work in workers](workers.md): over all cores, with progress and abort
* [Recipes](recipes.md): bundlers, workers, test runners, edge workers
* [From the formula to the pixel](from-formula-to-pixel.md): how it works inside
* [Words of the project](glossary.md): what each word means here

${sections.filter(Boolean).join('\n')}
## Analyses

[Analyses of tables](analysis.md): dot products, translation invariance,
wavelengths, singular values, and whether to add or to concatenate.
`;
}

/**
 * A table of some methods, a line each; '' if there are none.
 * @param {string} title @param {string} what @param {Method[]} methods
 * @param {Words} words
 */
function section(title, what, methods, words) {
  if (methods.length === 0) return '';
  const rows = methods.map((method) => [
    `[${method.title}](methods/${pageFile(method.name)})`,
    method.summary,
    method.goodAt,
    method.badAt,
    paperLink(method, words),
  ]);
  const head = [what, 'what it does', 'good at', 'bad at', 'paper'];
  return `## ${title}\n\n${table(head, rows)}`;
}
