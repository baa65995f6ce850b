// @ts-check
// The reference page of one method.
import { table } from './markdown-table.mjs';

/**
 * @typedef {import('../../bindings/dist/modules/descriptions.js').MethodDescription} Method
 * @typedef {import('../../bindings/dist/modules/descriptions.js').DescribedParameters} Parameters
 * @typedef {import('../../bindings/dist/modules/descriptions.js').DescribedParameter} Parameter
 * @typedef {typeof import('../../bindings/dist/modules/cli/words.js')} CommandWords
 * @typedef {Pick<typeof import('../../bindings/dist/modules/descriptions.js'), 'faceOf' | 'literalOf' | 'paperAddress'>} Texts
 * @typedef {CommandWords & Texts} Words
 */

/** @param {Method} method @param {Words} words */
export function paperLink({ paper }, words) {
  if (!paper) return '';
  const { authors, year, title } = paper;
  const address = words.paperAddress(paper);
  const named = `${authors} ${year}, ${title}`;
  return address ? `[${named}](${address})` : named;
}

/** @param {Parameter} parameter @param {Words} words */
function defaultOf(parameter, words) {
  if ('default' in parameter && parameter.default !== undefined) {
    return `\`${words.literalOf(parameter.default)}\``;
  }
  if (parameter.defaultsTo !== undefined) return parameter.defaultsTo;
  return parameter.optional ? 'none' : 'required';
}

/** @param {Parameter} parameter @returns {Record<string, Parameters>} */
const variantsOf = (parameter) =>
  'variants' in parameter
    ? /** @type {Record<string, Parameters>} */ (parameter.variants)
    : {};

/**
 * Parameters one by one: those inside others behind them, with their paths,
 * and `[]` for each item of a list. The options of variants have tables of
 * their own, so that only `type` stands behind a variant.
 * @param {Parameters} parameters @param {Words} words @param {string} [before]
 * @returns {[path: string, parameter: Parameter][]}
 */
function flat(parameters, words, before = '') {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const { inside, items } = words.faceOf(parameter);
    const path = before + name;
    const common = (inside?.(parameter) ?? []).filter(({ types }) => !types);
    const inner = /** @type {Parameters} */ (
      Object.fromEntries(common.map((one) => [one.name, one.parameter]))
    );
    const each = /** @type {Parameters} */ (items?.(parameter) ?? {});
    return [
      [path, parameter],
      ...flat(inner, words, `${path}.`),
      ...flat(each, words, `${path}[].`),
    ];
  });
}

/**
 * @param {Parameters} parameters @param {Words} words
 * @param {boolean} flags whether a command has them, too
 * @param {string} [before] the path of the object that holds them
 */
export function parameterTable(parameters, words, flags, before) {
  const all = flat(parameters, words, before);
  const head = ['parameter', 'value', 'default', 'what it is'];
  const rows = all.map(([path, parameter]) => [
    `\`${path}\``,
    words.faceOf(parameter).doc(parameter),
    defaultOf(parameter, words),
    parameter.doc,
  ]);
  if (flags) {
    head.splice(1, 0, 'flag');
    all.forEach(([path, parameter], i) => {
      // A list of objects has one flag, for all of them.
      const { flag } = path.includes('[]') ? {} : words.faceOf(parameter);
      const text = flag && words.flagOf(path, flag.value);
      rows[i]?.splice(1, 0, text ? `\`${text}\`` : '');
    });
  }
  return table(head, rows);
}

/**
 * A table of the options of each variant: `scaling: { type: 'yarn' }`.
 * @param {Parameters} parameters @param {Words} words
 * @param {boolean} flags whether a command has them, too
 */
function variantTables(parameters, words, flags) {
  return Object.entries(parameters).flatMap(([name, parameter]) =>
    Object.entries(variantsOf(parameter)).map(([word, inner]) => {
      const title = `### \`${name}: { type: '${word}' }\`\n\n`;
      return Object.keys(inner).length > 0
        ? title + parameterTable(inner, words, flags, `${name}.`)
        : `${title}No other options.\n`;
    }),
  );
}

/**
 * A value as code, in which long lists are cut short.
 * @param {import('../../bindings/dist/modules/descriptions.js').PlainValue} value
 * @param {Words} words @returns {string}
 */
function briefly(value, words) {
  const text = words.literalOf(value);
  return text.replace(/\[[^\]{}[]{60,}\]/g, (list) => {
    const [one, two, ...rest] = list.slice(1, -1).split(', ');
    return `[${one}, ${two}, … ${rest.length} more]`;
  });
}

/**
 * The lengths of a model, and where they come from.
 * @param {NonNullable<Method['lengths']>[string] | undefined} lengths
 */
function lengthsOf(lengths) {
  const { trained, context, pictures, grid, source = '' } = lengths ?? {};
  const cells = grid ? `${grid.join(' × ')} cells` : 'pictures';
  const length = (/** @type {number | undefined} */ tokens) =>
    tokens === undefined ? 'not known' : String(tokens);
  return pictures
    ? [cells, 'pictures', source]
    : [length(trained), length(context), source];
}

/**
 * One row says what a preset sets.
 * @param {Method} method @param {Words} words
 */
function presetTable({ presets, parameters, lengths = {} }, words) {
  const sets = Object.values(presets);
  const known = Object.keys(lengths).length > 0;
  const names = [...new Set(sets.flatMap((values) => Object.keys(values)))];
  const rows = Object.entries(presets).map(([preset, values]) => [
    preset,
    ...names.map((name) => {
      const value = values[name];
      return value === undefined ? '' : `\`${briefly(value, words)}\``;
    }),
    ...(known ? lengthsOf(lengths[preset]) : []),
  ]);
  const columns = [
    ...names.map((name) => `\`${name}\``),
    ...(known ? ['trained on', 'made for', 'by'] : []),
  ];
  if ('preset' in parameters) {
    return `## Presets\n\n${table(['preset', ...columns], rows)}`;
  }
  return `## Common settings\n\nValues to copy: there is no option \`preset\` here.

${table(['of', ...columns], rows)}`;
}

/** What an example calls the result. @type {Partial<Record<NonNullable<Method['family']>, string>>} */
const NAMES = { table: 'table', rotation: 'rope' };

/**
 * What an example does with what the method gave.
 * @param {Method} method
 */
const use = ({ family, example }) =>
  family === 'rotation'
    ? `
const { cos, sin } = rope.cosSin({ length: 4096 });
const q = new Float32Array(16 * 8 * ${example?.headDim}); // [rows, heads, headDim]
const turned = rope.rotate(q, { heads: 8, start: 1000 });`
    : '';

/** @param {Method} method @param {Words} words */
function examples(method, words) {
  const { name, example } = method;
  if (!example) return '';
  const options = Object.entries(example).map(
    ([key, value]) => `${key}: ${words.literalOf(value)}`,
  );
  const line = `pe.${name}({ ${options.join(', ')} });`;
  const call =
    line.length <= 70
      ? line
      : `pe.${name}({\n${options.map((text) => `  ${text},\n`).join('')}});`;
  const script = `import { load } from 'posenc';

const pe = await load();
const ${(method.family && NAMES[method.family]) ?? 'result'} = ${call}${use(method)}`;
  const command = words.exampleCommand(method);
  const shell = command ? `\n\`\`\`sh\nnpx ${command}\n\`\`\`\n` : '';
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
  const paper = paperLink(method, words);
  const flags = words.hasCommand(method);
  const sections = [
    `# ${title}: \`${name}\`\n\n${summary}\n`,
    `**Good at**: ${goodAt}\\\n**Bad at**: ${badAt}\n`,
    `## Formula\n\n${formulaSection(method, words)}`,
    paper && `Paper: ${paper}.\n`,
    `**Result**: ${method.result}\\\n**Error**: ${method.accuracy}\n`,
    `## Parameters\n\n${parameterTable(parameters, words, flags)}`,
    ...variantTables(parameters, words, flags),
    ...Object.entries(operations).map(
      ([operation, { parameters: own }]) =>
        `### \`${operation}\`\n\n${parameterTable(own, words, false)}`,
    ),
    Object.keys(presets).length > 0 ? presetTable(method, words) : '',
    pitfalls.length > 0
      ? `## Pitfalls\n\n${pitfalls.map((text) => `- ${text}\n`).join('')}`
      : '',
    examples(method, words),
    '[All methods](../README.md)\n',
  ];
  return sections.filter(Boolean).join('\n');
}
