// @ts-check
// Reads from C++ which functions are bound, with which parameters, and the words
// of the enumerators among them. It knows the few forms that
// `bindings/embind/call.hpp` describes, and throws at everything else, so that
// nothing that TypeScript believes of C++ is a guess.
import { Code } from './code.mjs';

/**
 * @typedef {import('./code.mjs').Source} Source
 *
 * @typedef {'number' | 'boolean' | 'pointer' | 'enum' | 'record' | 'object'} Kind
 * @typedef {{ name: string, kind: Kind, type: string }} Parameter names and
 *   types as C++ has them, types without namespace, `const`, `*` and `&`
 *
 * @typedef {'bind' | 'bind_number' | 'bind_maker'} Form
 * @typedef {{ name: string, form: Form, parameters: Parameter[] }} Call of a
 *   maker, the first parameter is the object that it makes
 *
 * @typedef {object} Calls
 * @property {Call[]} calls in the order of their names
 * @property {Map<string, Parameter[]>} records the parts of each
 * @property {Map<string, string[]>} enums the words of each, in order
 *
 * @typedef {{ code: Code, index: number, constant: boolean, type: string,
 *   mark: string, name: string }} Written a parameter as it is written
 */

/** Types that are a number to JavaScript. */
const NUMBERS = [
  ...['int', 'float', 'double'],
  ...['std::int32_t', 'std::int64_t', 'std::uint32_t', 'std::uint64_t'],
];

const LAMBDA = /\s*\[\]\s*\(/.source;
const BIND = new RegExp(`(\\w+)\\s*\\(\\s*"(\\w*)"\\s*,${LAMBDA}`);
const RECORD = new RegExp(`record<(\\w+)>\\s*=${LAMBDA}`);
const PARAMETER = /^(const )?([\w:]+)([*&]?) ([a-z][a-z0-9]*(?:_[a-z0-9]+)*)$/;
const ENUM = /enum class (\w+)(?: : [\w:]+)? \{([^}]*)\}/;

/**
 * The parameters that follow an open parenthesis.
 * @param {Code} code @param {number} begin @returns {Written[]}
 */
function parametersAt(code, begin) {
  const end = code.text.indexOf(')', begin);
  const inside = code.text.slice(begin, end);
  if (inside.trim() === '') return [];
  let index = begin;
  return inside.split(',').map((part) => {
    const at = index + part.length - part.trimStart().length;
    index += part.length + 1;
    const text = part.trim().replace(/\s+/g, ' ');
    const found = PARAMETER.exec(text);
    if (!found) {
      const form = '`type name`, the name in small letters';
      throw code.wrong(at, `a parameter must be ${form}, found \`${text}\``);
    }
    const [, constant, type = '', mark = '', name = ''] = found;
    return { code, index: at, constant: Boolean(constant), type, mark, name };
  });
}

/**
 * The words of an enum, which must be numbered from 0.
 * @param {Code[]} headers @param {string} type
 */
function wordsOf(headers, type) {
  const pattern = new RegExp(`\\benum class ${type}\\b`, 'g');
  const found = headers.flatMap((code) =>
    code.places(pattern).map((index) => ({ code, index })),
  );
  const [first, second] = found;
  if (!first) return undefined;
  const { code, index } = first;
  if (second) {
    throw code.wrong(index, `${second.code.path} has an enum ${type}, too`);
  }
  const form = `\`enum class ${type} { word = 0, … }\``;
  const [, body = ''] = code.expect(index, ENUM, form).groups;
  return body
    .replace(/,\s*$/, '')
    .split(',')
    .map((enumerator, i) => {
      const text = enumerator.trim();
      const [, word, number] = /^([a-z][a-z0-9_]*) = (\d+)$/.exec(text) ?? [];
      if (word === undefined || Number(number) !== i) {
        throw code.wrong(
          index,
          `enum ${type} needs \`word = ${i}\`, not \`${text}\``,
        );
      }
      return word;
    });
}

/**
 * Reads everything that is bound.
 * @param {Source[]} bindings what `bindings/embind` holds, but for `call.hpp`
 * @param {Source[]} headers in which enums stand
 * @returns {Calls}
 */
export function readCalls(bindings, headers) {
  const sources = bindings.map((source) => new Code(source));
  const headerCode = headers.map((source) => new Code(source));

  /** @type {Map<string, Written[]>} */
  const writtenRecords = new Map();
  /** @type {Map<string, { form: Form, code: Code, index: number,
   *   parameters: Written[] }>} */
  const writtenCalls = new Map();
  for (const code of sources) {
    for (const index of code.places(/\bemscripten::(?!constant\b)/g)) {
      throw code.wrong(index, 'functions are bound by `bind` alone');
    }
    for (const index of code.places(/\brecord\b/g)) {
      const form = '`record<Type> = [](type name, …)`';
      const { groups, end } = code.expect(index, RECORD, form);
      const [type = ''] = groups;
      if (writtenRecords.has(type)) {
        throw code.wrong(index, `there is another record ${type}`);
      }
      writtenRecords.set(type, parametersAt(code, end));
    }
    for (const index of code.places(/\bbind\w*(?=\s*\()/g)) {
      const sample = '`bind("name", [](type name, …)`';
      const { groups, end } = code.expect(index, BIND, sample);
      const [form = '', name = ''] = groups;
      if (!['bind', 'bind_number', 'bind_maker'].includes(form)) {
        throw code.wrong(index, `there is no \`${form}\``);
      }
      if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
        throw code.wrong(index, `"${name}" is no name in camel case`);
      }
      if (writtenCalls.has(name)) {
        throw code.wrong(index, `another function is bound as "${name}"`);
      }
      const parameters = parametersAt(code, end);
      writtenCalls.set(name, {
        ...{ form: /** @type {Form} */ (form), code, index, parameters },
      });
    }
  }

  /** @type {Set<string>} */
  const objects = new Set();
  for (const { form, code, index, parameters } of writtenCalls.values()) {
    if (form !== 'bind_maker') continue;
    const [object] = parameters;
    if (object?.mark !== '&' || object.constant) {
      const rule = 'the first parameter of a maker is the object, `Type& name`';
      throw code.wrong(index, rule);
    }
    objects.add(object.type);
  }

  /** @type {Map<string, string[]>} */
  const enums = new Map();
  /** @param {Written} written @returns {Kind} */
  const kindOf = ({ code, index, constant, type, mark, name }) => {
    if (mark === '*') return 'pointer';
    if (mark === '&' && constant && writtenRecords.has(type)) return 'record';
    if (mark === '&' && !constant && objects.has(type)) return 'object';
    if (mark === '' && !constant) {
      if (NUMBERS.includes(type)) return 'number';
      if (type === 'bool') return 'boolean';
      const words = enums.get(type) ?? wordsOf(headerCode, type);
      if (words) {
        enums.set(type, words);
        return 'enum';
      }
    }
    throw code.wrong(
      index,
      `${name} is a \`${constant ? 'const ' : ''}${type}${mark}\`, which is ` +
        'no number, bool, pointer, enum class with numbered words, const ' +
        'reference to a record, or reference to an object that a maker makes',
    );
  };
  /** @param {Written[]} parameters */
  const kinds = (parameters) => {
    /** @type {Set<string>} */
    const names = new Set();
    return parameters.map((written) => {
      const { code, index, name, type } = written;
      if (names.has(name)) {
        throw code.wrong(index, `there is another parameter ${name}`);
      }
      names.add(name);
      return { name, kind: kindOf(written), type };
    });
  };

  const records = new Map(
    [...writtenRecords].map(([type, parts]) => [type, kinds(parts)]),
  );
  const calls = [...writtenCalls]
    .map(([name, { form, parameters }]) => ({
      ...{ name, form, parameters: kinds(parameters) },
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const status = wordsOf(headerCode, 'Status');
  if (!status) throw new Error('no header has the enum Status');
  enums.set('Status', status);
  return { calls, records, enums };
}
