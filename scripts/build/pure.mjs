// @ts-check
// Says of every value that a bundle makes when it is loaded that nothing but its
// users needs it. Bundlers of pages then leave out what a page does not use.
import { UserError } from '../lib/run.mjs';

/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */

/** @param {Node | null | undefined} node @returns {boolean} whether it is no call */
function plain(node) {
  switch (node?.type) {
    case undefined:
    case 'Literal':
    case 'Identifier':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return true;
    case 'TemplateLiteral':
      return node.expressions.length === 0;
    case 'UnaryExpression':
      return plain(node.argument);
    case 'ArrayExpression':
      return node.elements.every(plain);
    case 'ObjectExpression':
      return node.properties.every(
        (/** @type {Node} */ one) =>
          one.type === 'Property' && !one.computed && plain(one.value),
      );
    default:
      return false;
  }
}

/** What a module may do besides declaring values. */
const harmless = new Set([
  'EmptyStatement',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'FunctionDeclaration',
  'ClassDeclaration',
  'ImportDeclaration',
]);

/**
 * The arguments of the call that fills the object of `import * as object`, for
 * which esbuild writes `var object = {}; __export(object, { name: () => name });`
 * @param {Node} statement @returns {[object: Node, getters: Node] | undefined}
 */
function namespaceOf({ type, expression }) {
  const calls = type === 'ExpressionStatement' && expression.callee?.name;
  return calls === '__export' ? expression.arguments : undefined;
}

/**
 * What each name of `{ a, b } = object` or `[a, b] = [1, 2]` is.
 * @param {Node} declarator @param {(node: Node) => string} textOf
 * @returns {[name: Node, value: string][] | undefined}
 */
function takenApart({ id, init }, textOf) {
  if (id.type === 'ObjectPattern') {
    return id.properties.map((/** @type {Node} */ { key, value }) => [
      value,
      `${textOf(init)}.${textOf(key)}`,
    ]);
  }
  return id.elements?.map(
    (/** @type {Node} */ name, /** @type {number} */ i) => [
      name,
      textOf(init.elements[i]),
    ],
  );
}

/**
 * A bundle in which each value that its top level computes is the result of a
 * call that is marked as pure. Throws if a statement does more than that.
 * @param {string} name of the bundle, for errors
 * @param {string} code as esbuild writes it
 */
export async function markPure(name, code) {
  const { parseAst } = await import('rollup/parseAst');
  const { body } = /** @type {{ body: Node[] }} */ (
    /** @type {unknown} */ (parseAst(code))
  );
  const textOf = (/** @type {Node} */ { start, end }) => code.slice(start, end);
  const pure = (/** @type {string} */ value) =>
    // Marks inside are of no use to anybody, as the whole is marked.
    `/* @__PURE__ */ (() => (${value.replaceAll('/* @__PURE__ */ ', '')}))()`;
  /** @type {Map<string, Node>} */
  const values = new Map();
  /** @type {[of: Node, text: string][]} */
  const changes = [];
  for (const statement of body) {
    const namespace = namespaceOf(statement);
    if (namespace) {
      const [object, getters] = namespace;
      const filled = `((all) => (__export(all, ${textOf(getters)}), all))({})`;
      changes.push([values.get(object.name) ?? statement, pure(filled)]);
      changes.push([statement, '']);
    } else if (statement.type === 'VariableDeclaration') {
      for (const one of statement.declarations) {
        const { id, init } = one;
        values.set(id.name, init);
        // Taking values apart would be a reason to keep all of them.
        const apart = takenApart(one, textOf)?.map(
          ([to, value]) => `${textOf(to)} = ${pure(value)}`,
        );
        if (apart) changes.push([one, apart.join()]);
        else if (!plain(init)) changes.push([init, pure(textOf(init))]);
      }
    } else if (!harmless.has(statement.type)) {
      const said = textOf(statement).slice(0, 80);
      throw new UserError(
        `build: ${name} does more than declare when it is loaded: ${said}`,
      );
    }
  }
  let [marked, from] = ['', 0];
  for (const [{ start, end }, text] of changes) {
    marked += code.slice(from, start) + text;
    from = end;
  }
  return marked + code.slice(from);
}
