// @ts-check
// The report of everything that the package declares for its users, from the
// declarations that it publishes: what each entry exports, and every exported
// name with its members, written out. It is kept in the repository, so that the
// diff of a change shows what the change does to users.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { at } from '../lib/paths.mjs';

/** Where the report is kept. */
export const API_REPORT = 'bindings/api.txt';

const packageFolder = at('bindings/');

/** @returns {Map<string, string>} the file of declarations of each entry */
function entries() {
  const { name, exports } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  );
  return new Map(
    Object.entries(exports).flatMap(([path, { types }]) =>
      types ? [[path.replace('.', name), join(packageFolder, types)]] : [],
    ),
  );
}

const printer = ts.createPrinter({ removeComments: true });

/** What is written of a type where it stands inside another. */
const FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** Types longer than this, in characters, stand in the report by a digest. */
const LONGEST_TYPE = 8000;

/** @param {string} text @returns {string} */
function withinReason(text) {
  if (text.length <= LONGEST_TYPE) return text;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `… (${text.length} characters, ${digest})`;
}

/** @param {ts.Symbol} symbol @returns {boolean} */
const isOptional = (symbol) => (symbol.flags & ts.SymbolFlags.Optional) !== 0;

/** Whether a type is an object that is known by its members alone. @param {ts.Type} type */
const isPlainObject = (type) =>
  (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
  type.getCallSignatures().length === 0 &&
  type.getStringIndexType() === undefined &&
  type.getNumberIndexType() === undefined;

/** Writes declarations out, with a checker. */
class Writer {
  /** @param {ts.TypeChecker} checker */
  constructor(checker) {
    this.checker = checker;
  }

  /** @param {ts.Type} type @param {ts.Node} node @returns {string} */
  text(type, node) {
    const text = this.checker.typeToString(type, node, FORMAT);
    return withinReason(withoutFolders(text));
  }

  /** @param {ts.Signature} signature @param {ts.Node} node @returns {string} */
  signature(signature, node) {
    const text = this.checker.signatureToString(signature, node, FORMAT);
    return withinReason(withoutFolders(text));
  }

  /**
   * The members of a type, also those that it inherits or computes.
   * @param {ts.Type} type @param {ts.Node} node @returns {string[]}
   */
  members(type, node) {
    const calls = type
      .getCallSignatures()
      .map((one) => this.signature(one, node));
    const named = this.checker.getPropertiesOfType(type).flatMap((symbol) => {
      const { valueDeclaration } = symbol;
      const hidden =
        valueDeclaration &&
        ts.getCombinedModifierFlags(valueDeclaration) &
          (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
      const name = symbol.getName();
      if (hidden || name.startsWith('__')) return [];
      const of = this.checker.getTypeOfSymbolAtLocation(symbol, node);
      return [
        `${name}${isOptional(symbol) ? '?' : ''}: ${this.text(of, node)}`,
      ];
    });
    return [...calls.sort(), ...named.sort()];
  }

  /** @param {ts.Symbol} symbol @param {string} name @returns {string} */
  declared(symbol, name) {
    const node = symbol.declarations?.[0];
    if (!node) throw new Error(`${name} has no declaration`);
    if (ts.isFunctionDeclaration(node)) {
      const type = this.checker.getTypeOfSymbolAtLocation(symbol, node);
      return type
        .getCallSignatures()
        .map((one) => `function ${name}${this.signature(one, node)}`)
        .join('\n');
    }
    if (ts.isVariableDeclaration(node)) {
      const type = this.checker.getTypeOfSymbolAtLocation(symbol, node);
      return wrapped(`const ${name}: ${this.text(type, node)}`);
    }
    if (ts.isClassDeclaration(node)) {
      const made = this.checker.getTypeOfSymbolAtLocation(symbol, node);
      const constructors = made
        .getConstructSignatures()
        .map((one) => `new ${this.signature(one, node)}`);
      const type = this.checker.getDeclaredTypeOfSymbol(symbol);
      return block(`class ${this.head(name, node)}`, [
        ...constructors,
        ...this.members(type, node),
      ]);
    }
    if (ts.isInterfaceDeclaration(node)) {
      const type = this.checker.getDeclaredTypeOfSymbol(symbol);
      return block(
        `interface ${this.head(name, node)}`,
        this.members(type, node),
      );
    }
    if (ts.isTypeAliasDeclaration(node)) {
      const type = this.checker.getDeclaredTypeOfSymbol(symbol);
      const members = isPlainObject(type) ? this.members(type, node) : [];
      if (members.length > 0) {
        return block(`type ${this.head(name, node)}`, members);
      }
      const text = printer.printNode(
        ts.EmitHint.Unspecified,
        node.type,
        node.getSourceFile(),
      );
      return wrapped(
        `type ${this.head(name, node)} = ${text.replace(/\s+/g, ' ')}`,
      );
    }
    throw new Error(`${name} is a ${ts.SyntaxKind[node.kind]}`);
  }

  /**
   * The name of a declaration with its parameters.
   * @param {string} name @param {ts.DeclarationWithTypeParameterChildren} node
   */
  head(name, node) {
    const parameters = (node.typeParameters ?? []).map((one) =>
      printer
        .printNode(ts.EmitHint.Unspecified, one, node.getSourceFile())
        .replace(/\s+/g, ' '),
    );
    return parameters.length > 0 ? `${name}<${parameters.join(', ')}>` : name;
  }
}

/** @param {string} head @param {string[]} lines */
const block = (head, lines) =>
  [head, ...lines.map((line) => `  ${wrapped(line)}`)].join('\n');

/** Long lines are broken after members, so that a diff shows the one that differs.
 * @param {string} line */
const wrapped = (line) =>
  line.length > 200 ? line.replaceAll('; ', ';\n      ') : line;

/**
 * The exports of an entry: by their difference from those of the first entry,
 * where that is shorter.
 * @param {string} entry @param {string[]} names @param {string[]} first
 */
function listOf(entry, names, first) {
  const lacks = first.filter((name) => !names.includes(name));
  const more = names.filter((name) => !first.includes(name));
  if (lacks.length > names.length) return block(entry, names);
  return block(`${entry}: as the first entry`, [
    ...lacks.map((name) => `without ${name}`),
    ...more.map((name) => `with ${name}`),
  ]);
}

/** @param {string} text @returns {string} without the folders of this machine */
const withoutFolders = (text) =>
  text.replace(/import\("([^"]*)"\)/g, (_, path) => {
    const inside = relative(packageFolder, path);
    return `import("${inside.startsWith('..') ? path : inside}")`;
  });

/** @returns {string} the report of the declarations as they are built */
export function apiReport() {
  const files = entries();
  const program = ts.createProgram([...files.values()], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const writer = new Writer(checker);
  /** @type {Map<ts.Symbol, string>} */
  const all = new Map();
  /** @type {string[]} */
  const first = [];
  const lists = [...files].map(([entry, file]) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${entry} has no declarations: ${file}`);
    const names = checker.getExportsOfModule(module).map((exported) => {
      const symbol =
        exported.flags & ts.SymbolFlags.Alias
          ? checker.getAliasedSymbol(exported)
          : exported;
      if (!all.has(symbol)) all.set(symbol, exported.getName());
      return exported.getName();
    });
    names.sort();
    if (first.length > 0) return listOf(entry, names, first);
    first.push(...names);
    return block(entry, names);
  });
  const declarations = [...all].map(([symbol, name]) =>
    writer.declared(symbol, name),
  );
  const text = [...lists, ...declarations.sort()].join('\n\n');
  return `${text}\n`;
}
