// @ts-check
// The files of a new part: the list of its methods, and what these call of the
// bindings. The build makes the rest (build/entries.mjs).
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { generateCalls } from '../build/calls.mjs';
import { exportsWith } from '../build/entries.mjs';
import { bindingsFor, parts } from '../build/parts.mjs';
import { registered } from '../build/registry.mjs';
import { at } from '../lib/paths.mjs';
import { UserError } from '../lib/run.mjs';
import { namesOf } from './names.mjs';
import { MARK } from './table.mjs';

const folder = 'bindings/src/parts/';
const lists = 'cmake/parts.cmake';

/** @param {string} why */
const refuse = (why) => new UserError(`new: ${why}; nothing was written`);

/** @param {string} path @returns {string} */
const textOf = (path) => readFileSync(at(path), 'utf8');

/**
 * Bundles a module of TypeScript, without what it does not use.
 * @param {string} contents of a file of `bindings/src/parts`
 * @returns {Promise<string>} its bundle, with names as written
 */
async function bundled(contents) {
  await generateCalls(); // for a tree in which nothing was built
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: at(folder), loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * The files of `bindings/embind` that a part needs. Each needs `call`, which
 * frees what the core holds.
 * @param {string} contents of its file in `bindings/src/parts`
 */
export const bindingsOf = async (contents) =>
  [...new Set(['call', ...bindingsFor(await bundled(contents))])].sort();

/** @param {string} name @param {readonly string[]} methods */
function listFile(name, methods) {
  const { pascal } = namesOf(name);
  const known = registered();
  const imports = methods.map((method) => {
    const { file } = known.find((one) => one.name === method) ?? {};
    if (!file) throw refuse(`there is no method ${method}`);
    const path = relative(at(folder), file).replace('.description.ts', '.js');
    return `import { ${method} } from '${path}';`;
  });
  return `/**
 * The entry \`posenc/${name}\`: ${methods.join(', ')}.
 * ${MARK} say above what it is for, and show a call below.
 *
 * @example
 * \`\`\`ts
 * import { load } from 'posenc/${name}';
 *
 * const pe = await load();
 * \`\`\`
 *
 * @packageDocumentation
 */

${imports.join('\n')}
import type { Entry, Instance } from '../entry/instance.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';

const list = { ${methods.join(', ')} };
type List = typeof list;

/** What \`load\` gives: ${methods.join(', ')}. */
export interface ${pascal}
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {}

/** The entry. */
export const entry: Entry = {
  name: 'posenc/${name}',
  registry: /* @__PURE__ */ registryOf(list),
};
`;
}

/** Words in lines of 80 characters at most. @param {readonly string[]} words */
const lines = (words) =>
  words.reduce(
    (text, word) =>
      text.length - text.lastIndexOf('\n') + word.length > 79
        ? `${text}\n  ${word}`
        : `${text} ${word}`,
    ' ',
  );

/**
 * The files of a new part: text by path below the root.
 * @param {string} name @param {readonly string[]} methods
 * @returns {Promise<Map<string, string>>}
 */
export async function partFiles(name, methods) {
  if (!/^[a-z]+$/.test(name)) {
    throw refuse(`a part has a name of small letters, got "${name}"`);
  }
  if (parts().includes(name)) throw refuse(`there is a part ${name} already`);
  exportsWith(JSON.parse(textOf('bindings/package.json')).exports, [name]);
  const { pascal } = namesOf(name);
  const type = new RegExp(`^(class|interface|type) ${pascal}\\b`, 'm');
  if (type.test(textOf('bindings/api.txt'))) {
    throw refuse(`the package has a type ${pascal} already`);
  }
  const file = listFile(name, methods);
  const bindings = await bindingsOf(file);
  const text = textOf(lists).replace(
    /^set\(posenc_parts [^)]*/m,
    (known) => `${known} ${name}`,
  );
  return new Map([
    [`${folder}${name}.ts`, file],
    [lists, `${text}\nset(posenc_part_${name}\n${lines(bindings)})\n`],
  ]);
}
