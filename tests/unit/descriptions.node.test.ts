/**
 * What editors show for an option is what its description says: the comment
 * above each parameter is its `doc` and its default, and reaches users through
 * the declarations of the built package.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  analyses,
  type MethodDescription,
  methods,
  type Parameter,
  version,
} from 'posenc';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { combineParameters } from '../../bindings/src/absolute/combine.description.js';

const { resolve } = createRequire(import.meta.url);

it('the version is that of package.json', () => {
  const manifest = JSON.parse(
    readFileSync(resolve('posenc/package.json'), 'utf8'),
  );
  expect(version).toBe(manifest.version);
});

/** Where methods that make no tables are computed for the digests. */
const digests = ['digest_cases.txt', 'digest/whole.mjs']
  .map((file) => new URL(`../engines/${file}`, import.meta.url))
  .map((file) => readFileSync(file, 'utf8').toLowerCase())
  .join();

it.each(
  Object.values<MethodDescription>(methods).filter(
    ({ family }) => family !== 'table',
  ),
)('the digests hold $name', ({ name }) => {
  expect(digests).toContain(name.toLowerCase());
});

/** Every set of options, in a program that could be a user's. */
const PROGRAM = `
import { load, tensor } from 'posenc';
const pe = await load();
const rope = pe.rope({ /*rope*/ });
pe.sinusoidal({ /*sinusoidal*/ });
rope.cosSin({ /*cosSin*/ });
rope.rotate(new Float32Array(8), { /*rotate*/ });
pe.attention({ /*attention*/ });
const x = tensor(new Float32Array(8), [2, 4]);
pe.addTo(x, x, { /*addTo*/ });
pe.concat(x, x, { /*concat*/ });
pe.analysis.gram(x, { /*gram*/ });
pe.analysis.distanceCurve(x, { /*distanceCurve*/ });
pe.analysis.shiftMatrix(x, { /*shiftMatrix*/ });
pe.analysis.collisions(x, { /*collisions*/ });
pe.analysis.singularValues(x, { /*singularValues*/ });
pe.analysis.sumOrConcat({ /*sumOrConcat*/ });
pe.learned({ /*learned*/ });
pe.learnedGradient({ /*learnedGradient*/ });
pe.optimiser({ /*optimiser*/ });
pe.resample({ /*resample*/ });
pe.tile({ /*tile*/ });
pe.hierarchical({ /*hierarchical*/ });
pe.windowed({ /*windowed*/ });
pe.windowedCollisions({ /*windowedCollisions*/ });
pe.optimiser().step(new Float32Array(8), new Float32Array(8), { /*step*/ });
`;

const folder = path.dirname(fileURLToPath(import.meta.url));
const file = path.join(folder, 'program.ts');

const { fileExists, readFile, readDirectory } = ts.sys;
const service = ts.createLanguageService({
  fileExists,
  readFile,
  readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '0',
  getScriptSnapshot: (name) => {
    const text = name === file ? PROGRAM : readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCompilationSettings: () => ({
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    types: [],
  }),
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

/** What an editor offers inside the braces: name and documentation. */
function offered(marker: string): Record<string, string> {
  const position = PROGRAM.indexOf(`/*${marker}*/`);
  const list = service.getCompletionsAtPosition(file, position, undefined);
  const entries = (list?.entries ?? []).map(({ name }) => {
    const details = service.getCompletionEntryDetails(
      file,
      position,
      name,
      undefined,
      undefined,
      undefined,
      undefined,
    );
    const text = ts.displayPartsToString(details?.documentation);
    return [name, text.replace(/\s+/g, ' ')] as const;
  });
  return Object.fromEntries(entries);
}

function defaultOf(parameter: Parameter): string {
  if ('default' in parameter) {
    const value = parameter.default;
    const text = typeof value === 'string' ? `'${value}'` : String(value);
    return typeof value === 'number' ? text : `\`${text}\``;
  }
  return parameter.defaultsTo ?? '';
}

const { rope } = methods;
describe.each<[string, Readonly<Record<string, Parameter>>]>([
  ['sinusoidal', methods.sinusoidal.parameters],
  ['rope', rope.parameters],
  ['cosSin', rope.operations.cosSin.parameters],
  ['rotate', rope.operations.rotate.parameters],
  ['attention', methods.attention.parameters],
  ['addTo', combineParameters.addTo],
  ['concat', combineParameters.concat],
  ...Object.values(analyses)
    .map(
      ({ name, parameters }): [string, Readonly<Record<string, Parameter>>] => [
        name,
        parameters,
      ],
    )
    .filter(([, parameters]) => Object.keys(parameters).length > 0),
  ['learned', methods.learned.parameters],
  ['learnedGradient', methods.learnedGradient.parameters],
  ['optimiser', methods.optimiser.parameters],
  ['resample', methods.resample.parameters],
  ['tile', methods.tile.parameters],
  ['hierarchical', methods.hierarchical.parameters],
  ['windowed', methods.windowed.parameters],
  ['windowedCollisions', methods.windowedCollisions.parameters],
  ['step', methods.optimiser.operations.step.parameters],
])('options of %s', (marker, parameters) => {
  const options = offered(marker);

  it('are the parameters', () => {
    expect(Object.keys(options).sort()).toEqual(Object.keys(parameters).sort());
  });

  it.each(Object.keys(parameters))('%s says what it is', (name) => {
    const parameter = parameters[name];
    const text = options[name] ?? '';
    // Shown once for each form in which positions come.
    const doc = parameter?.doc.replace(/\.$/, '') ?? '';
    expect(text).toContain(doc);
    const byDefault = parameter && defaultOf(parameter).replace(/`/g, '');
    if (byDefault) {
      expect(text.replace(/`/g, '')).toContain(`Defaults to ${byDefault}`);
    } else if (!parameter?.optional) {
      expect(text).toContain('Required.');
    }
  });
});
