// @ts-check
// The reference page of one method.
import { table } from './table.mjs';

/**
 * @typedef {import('../../bindings/dist/index.js').MethodDescription} Method
 * @typedef {import('../../bindings/dist/index.js').Parameter} Parameter
 * @typedef {typeof import('../../bindings/dist/cli/words.js')} Words
 */

/** @param {Method} method */
export function paperLink({ paper }) {
  if (!paper) return '';
  const { authors, year, title, arxiv, doi, url } = paper;
  const address = arxiv
    ? `https://arxiv.org/abs/${arxiv}`
    : doi
      ? `https://doi.org/${doi}`
      : url;
  const named = `${authors} ${year}, ${title}`;
  return address ? `[${named}](${address})` : named;
}

/** What a value is, where a command line would say something else. */
const IN_JAVASCRIPT = {
  rows: '`[from, to]`',
  numbers: 'list of numbers',
  positions: 'list of numbers',
  indices: 'list of integers',
  floats: 'float32 array or tensor',
  output: 'array or tensor',
  outputPair: '`{ cos, sin }`, arrays or tensors',
  rope: 'what `pe.rope` gives',
  other: '',
};

/** @param {Parameter} parameter @param {Words} words */
function kindOf(parameter, words) {
  const { kind } = parameter;
  if (kind === 'choice') {
    return parameter.choices.map((word) => `\`'${word}'\``).join(', ');
  }
  if (kind === 'integers') {
    return words.kindWords(parameter).replace(/, such as .*/, '');
  }
  return kind in IN_JAVASCRIPT
    ? IN_JAVASCRIPT[/** @type {keyof typeof IN_JAVASCRIPT} */ (kind)]
    : words.kindWords(parameter);
}

/** @param {unknown} value @returns {string} as JavaScript */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** @param {Parameter} parameter */
function defaultOf(parameter) {
  if ('default' in parameter && parameter.default !== undefined) {
    return `\`${literal(parameter.default)}\``;
  }
  if (parameter.defaultsTo !== undefined) return parameter.defaultsTo;
  return parameter.optional ? 'none' : 'required';
}

/**
 * @param {Method['parameters']} parameters @param {Words} words
 * @param {boolean} flags whether a command has them, too
 */
export function parameterTable(parameters, words, flags) {
  const head = ['parameter', 'value', 'default', 'what it is'];
  const rows = Object.entries(parameters).map(([name, parameter]) => [
    `\`${name}\``,
    kindOf(parameter, words),
    defaultOf(parameter),
    parameter.doc,
  ]);
  if (flags) {
    head.splice(1, 0, 'flag');
    Object.entries(parameters).forEach(([name, parameter], i) => {
      const flag = words.flagOf(name, parameter);
      rows[i]?.splice(1, 0, flag && `\`${flag}\``);
    });
  }
  return table(head, rows);
}

/** @param {Method} method One row says what a preset sets. */
function presetTable({ presets }) {
  const sets = Object.values(presets);
  const names = [...new Set(sets.flatMap((values) => Object.keys(values)))];
  const rows = Object.entries(presets).map(([preset, values]) => [
    preset,
    ...names.map((name) =>
      name in values ? `\`${literal(values[name])}\`` : '',
    ),
  ]);
  return table(['preset', ...names.map((name) => `\`${name}\``)], rows);
}

/** @param {Method} method @param {Words} words */
function examples(method, words) {
  const { name, example } = method;
  if (!example) return '';
  const options = Object.entries(example).map(
    ([key, value]) => `${key}: ${literal(value)}`,
  );
  const line = `pe.${name}({ ${options.join(', ')} });`;
  const call =
    line.length <= 70
      ? line
      : `pe.${name}({\n${options.map((text) => `  ${text},\n`).join('')}});`;
  const script = `import { load } from 'posenc';

const pe = await load();
const table = ${call}`;
  const shell =
    method.family === 'table'
      ? `\n\`\`\`sh\nnpx ${words.exampleCommand(method)}\n\`\`\`\n`
      : '';
  return `## Example\n\n\`\`\`js\n${script}\n\`\`\`\n${shell}`;
}

/**
 * The usual formula, and what options change about it.
 * @param {Method} method @param {Words} words
 */
function formulaSection(method, words) {
  const { text, latex } = words.usualFormula(method.formula);
  const usual = `\`\`\`text\n${text}\n\`\`\`\n\n\`\`\`math\n${latex}\n\`\`\`\n`;
  const rows = words
    .formulaVariants(method)
    .map(({ condition, equation }) => [condition, `\`${equation.text}\``]);
  if (rows.length === 0) return usual;
  return `${usual}\n${table(['with', 'formula'], rows)}`;
}

/**
 * @param {Method} method @param {Words} words
 * @returns {string} its page
 */
export function methodPage(method, words) {
  const { title, name, summary, goodAt, badAt } = method;
  const { parameters, operations = {}, presets, pitfalls } = method;
  const paper = paperLink(method);
  const flags = method.family === 'table';
  const sections = [
    `# ${title}: \`${name}\`\n\n${summary}\n`,
    `**Good at**: ${goodAt}\\\n**Bad at**: ${badAt}\n`,
    `## Formula\n\n${formulaSection(method, words)}`,
    paper && `Paper: ${paper}.\n`,
    `**Result**: ${method.result}\\\n**Error**: ${method.accuracy}\n`,
    `## Parameters\n\n${parameterTable(parameters, words, flags)}`,
    ...Object.entries(operations).map(
      ([operation, { parameters: own }]) =>
        `### \`${operation}\`\n\n${parameterTable(own, words, false)}`,
    ),
    Object.keys(presets).length > 0
      ? `## Presets\n\n${presetTable(method)}`
      : '',
    pitfalls.length > 0
      ? `## Pitfalls\n\n${pitfalls.map((text) => `- ${text}\n`).join('')}`
      : '',
    examples(method, words),
    '[All methods](../README.md)\n',
  ];
  return sections.filter(Boolean).join('\n');
}
