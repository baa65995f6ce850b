// @ts-check
// The files of a new table method. They are those of the smallest method,
// `normalised`, under the new name, and with a mark at each place that the
// author has to change.
import { existsSync, readFileSync } from 'node:fs';
import { listOf } from '../build/registry.mjs';
import { at } from '../lib/paths.mjs';
import { UserError } from '../lib/run.mjs';

/** @typedef {import('./names.mjs').Names} Names */

/** The method that is copied. */
const MODEL = 'normalised';

/** What every mark begins with. */
export const MARK = 'CHANGE:';

/**
 * A file to lay: that of the model, where it comes to lie, and the marks: each
 * is put above the only line that begins with a text.
 * @typedef {object} Part
 * @property {string} model
 * @property {(names: Names) => string} path
 * @property {readonly (readonly [above: string, mark: string])[]} marks
 */

/** @type {readonly Part[]} */
const parts = [
  {
    model: `cpp/posenc/absolute/${MODEL}.hpp`,
    path: ({ snake }) => `cpp/posenc/absolute/${snake}.hpp`,
    marks: [
      ['struct ', 'the options of the method, with their defaults.'],
      ['// A table whose', 'the contract, with the formula and its paper.\n//'],
    ],
  },
  {
    model: `cpp/posenc/absolute/${MODEL}.cpp`,
    path: ({ snake }) => `cpp/posenc/absolute/${snake}.cpp`,
    marks: [['  for (', 'what a row holds.']],
  },
  {
    model: `bindings/embind/${MODEL}.cpp`,
    path: ({ snake }) => `bindings/embind/${snake}.cpp`,
    marks: [],
  },
  {
    model: `bindings/src/absolute/${MODEL}.ts`,
    path: ({ kebab }) => `bindings/src/absolute/${kebab}.ts`,
    marks: [['  /**', 'the contract, which editors show to users.']],
  },
  {
    model: `bindings/src/absolute/${MODEL}.description.ts`,
    path: ({ kebab }) => `bindings/src/absolute/${kebab}.description.ts`,
    marks: [
      ['  ...tableRows,', 'the parameters, and the comments above them.'],
      ['  title:', 'all texts below, and the example.'],
    ],
  },
  {
    model: `tests/native/${MODEL}_test.cpp`,
    path: ({ snake }) => `tests/native/${snake}_test.cpp`,
    marks: [['TEST_CASE(', 'the options that the core refuses.']],
  },
  {
    model: `tests/unit/${MODEL}.test.ts`,
    path: ({ kebab }) => `tests/unit/${kebab}.test.ts`,
    marks: [
      ['describe(', 'values that follow from the formula.'],
      ['it.each(', 'the options that the method refuses.'],
    ],
  },
];

/** The list of tables, and the first line behind them: an operation. */
const registry = listOf('absolute');
const OPERATION = '/add-to.js';

/** @param {string} path @returns {string} */
const textOf = (path) => readFileSync(at(path), 'utf8');

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A text of the model under another name.
 * @param {string} text @param {string} path decides the style of names
 * @param {Names} names
 */
function renamed(text, path, names) {
  const { snake, camel, kebab, pascal, words } = names;
  const cpp = path.endsWith('pp');
  return text
    .replace(/\bNormalised positions?\b/g, capital(words))
    .replace(/\bnormalised positions?\b/g, words)
    .replace(/Normalised(?=[A-Z])/g, pascal)
    .replace(/bind\("normalised"/g, `bind("${camel}"`)
    .replace(/\bnormalised(?=\.[ch]pp|_test)/g, snake)
    .replace(/\bnormalised(?=(\.description|\.test)?\.[jt]s)/g, kebab)
    .replace(/normalised/g, cpp ? snake : camel);
}

/**
 * A text with a mark above the only line that begins in some way.
 * @param {string} text @param {string} path
 * @param {readonly [above: string, mark: string]} where
 */
function marked(text, path, [above, mark]) {
  const lines = text.split('\n');
  const places = lines.flatMap((line, i) =>
    line.startsWith(above) ? [i] : [],
  );
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new UserError(
      `new: ${path} must have one line that begins with "${above}", ` +
        `has ${places.length}`,
    );
  }
  const indent = /^ */.exec(above)?.[0] ?? '';
  lines.splice(place, 0, ...`${indent}// ${MARK} ${mark}`.split('\n'));
  return lines.join('\n');
}

/** The registry with one more table, behind all others. @param {Names} names */
function registryWith({ camel, kebab }) {
  const lines = textOf(registry).split('\n');
  const behind = lines.findIndex((line) => line.includes(OPERATION));
  const line = `export { ${camel} } from '../../absolute/${kebab}.js';`;
  lines.splice(behind, 0, line);
  return lines.join('\n');
}

/** Where the bindings of each entry are listed. */
const bindings = 'cmake/parts.cmake';

/** The lists with one more binding of a table. @param {Names} names */
function bindingsWith({ snake }) {
  const text = textOf(bindings);
  const end = /(set\(posenc_part_absolute\n[^)]*)\)/;
  if (!end.test(text)) throw new UserError(`new: ${bindings} lists no tables`);
  return text.replace(end, `$1\n  ${snake})`);
}

/**
 * All files of a new table, the registry and the bindings of the entry last:
 * text by path below the root.
 * @param {Names} names @returns {Map<string, string>}
 */
export function tableFiles(names) {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const { model, path, marks } of parts) {
    const place = path(names);
    if (existsSync(at(place))) {
      throw new UserError(`new: there is a file ${place}; nothing was written`);
    }
    files.set(
      place,
      marks.reduce(
        (text, mark) => marked(text, model, mark),
        renamed(textOf(model), model, names),
      ),
    );
  }
  files.set(registry, registryWith(names));
  return files.set(bindings, bindingsWith(names));
}
