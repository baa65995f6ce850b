// @ts-check
// Reads the comments above parameters, by the TypeScript compiler: it knows
// what a spread or a shared constant brings along.
import { relative } from 'node:path';
import { at } from '../../lib/paths.mjs';
import { UserError } from '../../lib/run.mjs';

/** @typedef {typeof import('typescript')} TypeScript */
/** @typedef {Record<string, string>} Texts text by the path of a parameter */

/**
 * The texts of every constant that the files export, by its name. A constant
 * that holds no parameters has no texts.
 * @param {string[]} files @returns {Promise<Map<string, Texts>>}
 */
export async function wordsOf(files) {
  const { default: ts } = await import('typescript');
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    lib: ['lib.es2022.d.ts'],
    types: [],
  });
  const reader = new Reader(ts, program.getTypeChecker());
  /** @type {Map<string, Texts>} */
  const found = new Map();
  for (const file of files) {
    const tree = program.getSourceFile(file);
    if (!tree) throw new UserError(`build: there is no ${file}`);
    for (const symbol of reader.exportsOf(tree)) {
      found.set(symbol.name, reader.textsOf(symbol, tree));
    }
  }
  return found;
}

class Reader {
  /** @param {TypeScript} ts @param {import('typescript').TypeChecker} checker */
  constructor(ts, checker) {
    this.ts = ts;
    this.checker = checker;
  }

  /** @param {import('typescript').SourceFile} tree */
  exportsOf(tree) {
    const module = this.checker.getSymbolAtLocation(tree);
    return module ? this.checker.getExportsOfModule(module) : [];
  }

  /**
   * @param {import('typescript').Symbol} symbol
   * @param {import('typescript').SourceFile} tree @returns {Texts}
   */
  textsOf(symbol, tree) {
    /** @type {Texts} */
    const texts = {};
    if (/(Parameters|Operations)$/.test(symbol.name)) {
      const type = this.checker.getTypeOfSymbolAtLocation(symbol, tree);
      this.#collect(type, tree, '', texts);
    }
    return texts;
  }

  /**
   * Walks into what holds parameters: sets of them, calls, variants, records.
   * @param {import('typescript').Type} type
   * @param {import('typescript').SourceFile} tree
   * @param {string} path @param {Texts} texts
   */
  #collect(type, tree, path, texts) {
    for (const property of type.getProperties()) {
      const inner = this.checker.getTypeOfSymbolAtLocation(property, tree);
      const kind = this.#literalOf(inner, 'kind', tree);
      const below = path ? `${path}.${property.name}` : property.name;
      if (typeof kind !== 'string') {
        if (inner.getProperties().length > 0) {
          this.#collect(inner, tree, below, texts);
        }
        continue;
      }
      texts[below] = this.#textOf(property, inner, tree, below);
      for (const inside of ['variants', 'of']) {
        const held = inner.getProperty(inside);
        if (!held || kind === 'handle') continue;
        const set = this.checker.getTypeOfSymbolAtLocation(held, tree);
        this.#collect(set, tree, below, texts);
      }
    }
  }

  /**
   * The comment of a parameter, which must end as the parameter does: with its
   * default, or with the word that it is required or optional.
   * @param {import('typescript').Symbol} property
   * @param {import('typescript').Type} type
   * @param {import('typescript').SourceFile} tree
   * @param {string} path
   */
  #textOf(property, type, tree, path) {
    const parts = property.getDocumentationComment(this.checker);
    const text = this.ts.displayPartsToString(parts).replace(/\s+/g, ' ');
    const where = `${relative(at('.'), tree.fileName)}: the comment above ${path}`;
    if (!text) throw new UserError(`build: ${where} is missing`);
    const value = this.#literalOf(type, 'default', tree);
    const optional = this.#literalOf(type, 'optional', tree) === true;
    const [, said] = /Defaults to `?([^`]+?)`?\.$/.exec(text) ?? [];
    if (
      value !== undefined &&
      said?.replace(/^'(.*)'$/, '$1') !== String(value)
    ) {
      throw new UserError(
        `build: ${where} must end in "Defaults to ${value}.", got "${text}"`,
      );
    }
    if (value === undefined && !optional && !/Required\.$/.test(text)) {
      throw new UserError(
        `build: ${where} must end in "Required.", got "${text}"`,
      );
    }
    return text;
  }

  /**
   * The literal value of a property: a text, a number, true or false.
   * @param {import('typescript').Type} type @param {string} name
   * @param {import('typescript').SourceFile} tree
   * @returns {string | number | boolean | undefined}
   */
  #literalOf(type, name, tree) {
    const property = type.getProperty(name);
    if (!property) return undefined;
    const literal = this.checker.getTypeOfSymbolAtLocation(property, tree);
    if (literal.isStringLiteral() || literal.isNumberLiteral()) {
      return literal.value;
    }
    const text = this.checker.typeToString(literal);
    if (text === 'true' || text === 'false') return text === 'true';
    // A list, as the comment writes it.
    const [, items] = /^readonly (\[.*\])$/.exec(text) ?? [];
    if (items !== undefined) return items;
    return undefined;
  }
}
