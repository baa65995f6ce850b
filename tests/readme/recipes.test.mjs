// The recipes of CONTRIBUTING work as they stand there: their files are new,
// their edits fit, and in a copy of the repository their methods are known
// everywhere.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import { tool } from '../../scripts/lib/run.mjs';
import { compilePackage, makeCopy } from '../scripts/new/copy.mjs';
import { passedIn } from '../scripts/new/passed.mjs';
import { deep } from '../support/sample.mjs';
import { textOf } from './pages.mjs';
import { applied, recipesOf } from './recipes.mjs';

const recipes = recipesOf(textOf('CONTRIBUTING.md'));

it('a difference fits where its lines stand once', () => {
  const change = { path: 'a', edit: true, text: ' one\n-two\n+three\n+four\n' };
  expect(applied(change, 'zero\none\ntwo\n')).toBe('zero\none\nthree\nfour\n');
  expect(() => applied(change, 'one\n')).toThrow('a has 0 times');
  expect(() => applied(change, 'one\ntwo\none\ntwo\n')).toThrow('2 times');
});

it('there is one for a bias and one for a relative term', () => {
  expect([...recipes.keys()]).toEqual(['Add a bias', 'Add a relative term']);
});

/**
 * What a file imports by relative paths: names by path below the root.
 * @param {string} path @param {string} text
 * @returns {[path: string, names: string[]][]}
 */
function importsIn(path, text) {
  const { statements } = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.ES2022,
  );
  return statements.filter(ts.isImportDeclaration).map((one) => {
    const { text: from } = /** @type {ts.StringLiteral} */ (
      one.moduleSpecifier
    );
    const bindings = one.importClause?.namedBindings;
    const names =
      bindings && ts.isNamedImports(bindings)
        ? bindings.elements.map(({ name }) => name.text)
        : [];
    const file = normalize(join(dirname(path), from));
    return [file.replace(/\.js$/, '.ts'), names];
  });
}

describe.each([...recipes])('%s', (_, changes) => {
  const files = new Map(changes.map((change) => [change.path, change]));
  const textAt = (/** @type {string} */ path) =>
    files.get(path)?.text ?? textOf(path);

  it.each(changes)('$path fits', (change) => {
    const { path, edit, text } = change;
    expect(existsSync(at(path))).toBe(edit);
    if (edit) {
      expect(applied(change, textOf(path))).not.toBe(textOf(path));
      return;
    }
    expect(existsSync(at(dirname(path)))).toBe(true);
    const { diagnostics } = ts.transpileModule(text, {
      fileName: path,
      reportDiagnostics: true,
    });
    expect(diagnostics).toEqual([]);
    for (const [from, names] of importsIn(path, text)) {
      for (const name of names) {
        const exported = new RegExp(`^export .*\\b${name}\\b`, 'm');
        expect(textAt(from), `${name} of ${from}`).toMatch(exported);
      }
    }
  });
});

// Compiles and bundles the whole package.
describe.runIf(deep)('in a copy of the repository', () => {
  /** @type {ReturnType<typeof makeCopy>} */
  let copy;
  beforeAll(() => {
    copy = makeCopy();
  });
  afterAll(() => copy.remove());

  it('both methods work, and are known everywhere', async () => {
    const path = (/** @type {string} */ file) => join(copy.folder, file);
    const changes = [...recipes.values()].flat();
    for (const change of changes) {
      const file = path(change.path);
      mkdirSync(dirname(file), { recursive: true });
      const before = change.edit ? readFileSync(file, 'utf8') : '';
      writeFileSync(file, applied(change, before));
    }
    // The lines of a document are longer than those of code.
    const biome = tool('@biomejs/biome/bin/biome', 'check', '--write');
    await copy.run(...biome, ...changes.map(({ path }) => path));
    await compilePackage(copy);
    const own = 'tests/readme/in-copy.test.mjs';
    copyFileSync(path('tests/scripts/new/recipes-in-copy.mjs'), path(own));
    const all = [
      'tests/unit/descriptions.node.test.ts',
      'tests/unit/names.test.ts',
      'tests/fuzz/arguments.test.ts',
    ];
    const passed = await passedIn(copy, 'linearBias|keyDistance', [
      own,
      ...all,
    ]);
    expect(Object.keys(passed).sort()).toEqual([own, ...all].sort());
    for (const file of all) expect(passed[file], file).toBeGreaterThan(0);
    expect(passed[own]).toBe(9);
  });
});
