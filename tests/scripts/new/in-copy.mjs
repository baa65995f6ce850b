// What follows from the line in the registry. Runs in a copy of the repository
// to which `new.test.mjs` added the method `triangleWave`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'posenc';
import { methods } from 'posenc/descriptions';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../../scripts/docs/pages.mjs';
import { controlNames } from '../../web/src/methods/settable.ts';
import { tableNamed } from '../../web/src/methods/table-methods.ts';
import { readState, writeState } from '../../web/src/views/encodings/state.ts';
import { methodTables } from '../bench/rows/methods.mjs';
import { posenc, scratch } from '../cli/program.ts';
import { wholeDigests } from '../engines/digest/digests.mjs';
import { calls } from '../fuzz/calls.ts';

const pe = await load();
const given = {
  shape: { type: 'bent', power: 3 },
  pieces: [{ at: 1 }, { at: 2 }],
  weights: [1, 0.5],
};
const spec = { method: 'triangleWave', length: 3, dim: 2, ...given };

/** A program of a user, with a line that must not compile. */
const PROGRAM = `
import { load, type Spec, type Tensor, type TriangleWaveOptions } from 'posenc';
const pe = await load();
const options: TriangleWaveOptions = {
  length: 3,
  shape: { type: 'bent', power: 3 },
  pieces: [{ at: 1 }],
  weights: [1, 0.5],
};
const spec: Spec = { method: 'triangleWave', length: 3, shape: { type: 'plain' } };
export const table: Tensor = pe.triangleWave(options);
export const same: Tensor<'float64'> = pe.make({ ...spec, dtype: 'float64' });
// @ts-expect-error: the shape "plain" has no power
pe.triangleWave({ length: 3, shape: { type: 'plain', power: 3 } });
`;

/** The program, compiled against the declarations of the built package. */
function compiled() {
  const file = fileURLToPath(new URL('program.ts', import.meta.url));
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...more) =>
    name === file
      ? ts.createSourceFile(file, PROGRAM, ts.ScriptTarget.ES2022, true)
      : getSourceFile(name, ...more);
  const program = ts.createProgram([file], options, host);
  return { program, source: program.getSourceFile(file) };
}

describe('triangleWave', () => {
  const { folder, remove } = scratch();
  afterAll(remove);

  it('is a method of the package, by name and by spec', () => {
    const { method: _, ...options } = spec;
    const table = pe.triangleWave(options);
    expect(Array.from(table.data)).toEqual([0, 0, 0.5, 0.5, 1, 1]);
    expect(pe.make(spec)).toEqual(table);
    expect(pe.plan({ ...spec, length: 1e6 })).toMatchObject({
      method: 'triangleWave',
      shape: [1e6, 2],
      bytes: 8e6,
    });
  });

  it('names the path of a wrong option inside another', () => {
    const wrong = { ...spec, shape: { type: 'bent', power: 9 } };
    expect(() => pe.make(wrong)).toThrow(
      /^triangleWave: shape\.power must be .*8, got 9$/,
    );
    const pieces = [{ at: 1 }, { at: -1 }];
    expect(() => pe.make({ ...spec, pieces })).toThrow('pieces[1].at');
  });

  it('has types and comments in the declarations', () => {
    const { program, source } = compiled();
    const found = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, ''),
      );
    expect(found.join('\n')).toBe('');
    const checker = program.getTypeChecker();
    const comments = new Map();
    const visit = (/** @type {ts.Node} */ node) => {
      if (ts.isPropertyAccessExpression(node)) {
        const symbol = checker.getSymbolAtLocation(node.name);
        const parts = symbol?.getDocumentationComment(checker);
        comments.set(node.name.text, ts.displayPartsToString(parts));
      }
      if (ts.isObjectLiteralExpression(node)) {
        const type = checker.getContextualType(node);
        const types = type?.isUnion() ? type.types : [type];
        for (const property of types.flatMap((one) => one.getProperties())) {
          const parts = property.getDocumentationComment(checker);
          comments.set(property.name, ts.displayPartsToString(parts));
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    expect(comments.get('triangleWave')).toContain(
      'The position as a fraction',
    );
    expect(comments.get('pieces')).toBe('Pieces of the wave. Optional.');
    expect(comments.get('power')).toBe('Exponent of the bend. Defaults to 2.');
  });

  it('is described, with the words above its parameters', () => {
    const { title, parameters } = methods.triangleWave;
    expect(title).toBe('Triangle wave');
    expect(parameters.shape).toMatchObject({
      doc: 'How the wave is bent.',
      variants: { bent: { power: { doc: 'Exponent of the bend.' } } },
    });
    expect(parameters.pieces.of.at.doc).toBe('Place of a piece.');
  });

  it('is a command', async () => {
    const flags = ['--shape.type', 'bent', '--shape.power', '3'];
    const table = ['table', 'triangleWave', '--length', '3', ...flags];
    const weights = ['--weights', '1,0.5', '--pieces', '[{"at": 1}]'];
    const made = await posenc(folder, [
      ...[...table, ...weights],
      ...['--out', 'a.csv'],
    ]);
    expect(made).toMatchObject({ code: 0 });
    expect(readFileSync(`${folder}/a.csv`, 'utf8')).toMatch(/0\.5/);
    const help = await posenc(folder, ['help', 'triangleWave']);
    const text = help.stdout.toString();
    for (const part of ['--shape.type', '--shape.power', '--pieces JSON']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Exponent of the bend.');
    expect(text).not.toContain('undefined');
  });

  it('is a table of the page', () => {
    const table = tableNamed('triangleWave');
    expect(table.name).toBe('triangleWave');
    expect(controlNames(table)).toContain('domain');
    const state = readState(new URLSearchParams('method=triangleWave&dim=5'));
    expect(state.spec).toMatchObject({ method: 'triangleWave', dim: 5 });
    expect(writeState(state)).toBe('method=triangleWave&dim=5');
  });

  it('has a reference page', async () => {
    const pages = await pagesOf();
    const page = pages.get('docs/methods/triangle-wave.md');
    expect(page).toContain('Exponent of the bend.');
    expect(page).toMatch(/^\| `pieces\[\]\.at` \|.*Place of a piece\./m);
    expect(page).toMatch(/^\| `shape\.type` \| `--shape\.type WORD` \|/m);
    expect(page).not.toContain('undefined');
    expect(pages.get('docs/README.md')).toContain('methods/triangle-wave.md');
  });

  it('is digested, tried with wrong values, and measured', () => {
    const digests = wholeDigests(pe).filter((line) =>
      line.includes(' triangleWave '),
    );
    expect(digests.length).toBeGreaterThan(3);
    for (const line of digests) expect(line).not.toMatch(/^ERR/);
    const call = calls(pe).find(({ name }) => name === 'triangleWave');
    expect(Object.keys(call.parameters)).toContain('pieces');
    expect(methodTables.map(({ title }) => title)).toContain(
      'table triangleWave',
    );
  });
});
