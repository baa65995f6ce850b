/**
 * Editors show the description of each option: the comment above a parameter is
 * its `doc` and its default, and reaches users through the declarations of the
 * built package.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from 'posenc';
import {
  analyses,
  type DescribedParameters,
  type MethodDescription,
  methods,
} from 'posenc/descriptions';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isDescribed } from '../engines/digest/described.mjs';

const { resolve } = createRequire(import.meta.url);

it('the version is that of package.json', () => {
  const manifest = JSON.parse(
    readFileSync(resolve('posenc/package.json'), 'utf8'),
  );
  expect(version).toBe(manifest.version);
});

/** The files in which the digests compute methods that no description gives. */
const digests = [
  'digest/calls.jsonl',
  'digest/operations.mjs',
  'digest/relative.mjs',
]
  .map((file) => new URL(`../engines/${file}`, import.meta.url))
  .map((file) => readFileSync(file, 'utf8').toLowerCase())
  .join();

it.each(
  Object.values<MethodDescription>(methods).filter((one) => !isDescribed(one)),
)('the digests hold $name', ({ name }) => {
  expect(digests).toContain(name.toLowerCase());
});

/** Sets of options by name. */
type Sets = Readonly<Record<string, DescribedParameters>>;

const all = Object.values<MethodDescription>(methods);
const setsOf = (entries: [string, DescribedParameters][]): Sets =>
  Object.fromEntries(
    entries.filter(([, parameters]) => Object.keys(parameters).length > 0),
  );

/** Arguments before the options, by function. */
const BEFORE: Readonly<Record<string, string>> = {
  addTo: 'x, x, ',
  concat: 'x, x, ',
  frequencyGradient: 'new Float32Array(8), new Float32Array(8), ',
  rebase: 'new Float32Array(8), ',
  rotate: 'new Float32Array(8), ',
  shift: 'new Float32Array(8), ',
  step: 'new Float32Array(8), new Float32Array(8), ',
  sumOrConcat: '',
};

const ofMethods = setsOf(all.map(({ name, parameters }) => [name, parameters]));
const ofAnalyses = setsOf(
  Object.values(analyses).map(({ name, parameters }) => [name, parameters]),
);
/** Options of the functions of handles: a rope's, an optimiser's. */
const ofHandles = all.flatMap(({ name, operations = {} }) =>
  Object.entries(operations).map(
    ([call, { parameters }]) => [name, call, parameters] as const,
  ),
);

const HANDLES: Readonly<Record<string, string>> = {
  rope: 'pe.rope({ headDim: 8 })',
  optimiser: 'pe.optimiser()',
};

/** A program, as a user might write it, with every set of options. */
const PROGRAM = [
  "import { load, tensor } from 'posenc';",
  'const pe = await load();',
  'const x = tensor(new Float32Array(8), [2, 4]);',
  ...Object.keys(ofMethods).map(
    (name) => `pe.${name}(${BEFORE[name] ?? ''}{ /*${name}*/ });`,
  ),
  ...Object.keys(ofAnalyses).map(
    (name) => `pe.analysis.${name}(${BEFORE[name] ?? 'x, '}{ /*${name}*/ });`,
  ),
  ...ofHandles.map(
    ([name, call]) =>
      `${HANDLES[name]}.${call}(${BEFORE[call] ?? ''}{ /*${call}*/ });`,
  ),
].join('\n');

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

/** The names and documentation that an editor offers inside the braces. */
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

describe.each([
  ...Object.entries(ofMethods),
  ...Object.entries(ofAnalyses),
  ...ofHandles.map(([, call, parameters]) => [call, parameters] as const),
])('options of %s', (marker, parameters) => {
  const options = offered(marker);

  it('are the parameters', () => {
    expect(Object.keys(options).sort()).toEqual(Object.keys(parameters).sort());
  });

  it.each(Object.keys(parameters))('%s shows its description', (name) => {
    const { doc = '' } = parameters[name] ?? {};
    // The comment on the list of positions may add that it excludes the range.
    const [sentence = ''] = /^.*?[^.:]*/.exec(doc) ?? [];
    expect(sentence.length).toBeGreaterThan(5);
    expect(options[name]).toContain(sentence);
  });
});
