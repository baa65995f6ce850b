// `npm run new` lays a method that is complete, and refuses wrong names; the
// line in the registry is all that makes types, commands, page, reference pages
// and the tests of all methods know it.
import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import { tool } from '../../scripts/lib/run.mjs';
import { freeNames, namesOf } from '../../scripts/new/names.mjs';
import { MARK, tableFiles } from '../../scripts/new/table.mjs';
import { deep } from '../support/sample.mjs';
import { compilePackage, makeCopy } from './new/copy.mjs';
import { passedIn } from './new/passed.mjs';

const NAME = 'triangle-wave';

/** The files that `npm run new` makes for this name. */
const LAID = [
  'cpp/posenc/absolute/triangle_wave.hpp',
  'cpp/posenc/absolute/triangle_wave.cpp',
  'bindings/embind/triangle_wave.cpp',
  'bindings/src/absolute/triangle-wave.ts',
  'bindings/src/absolute/triangle-wave.description.ts',
  'tests/native/triangle_wave_test.cpp',
  'tests/unit/triangle-wave.test.ts',
];
const REGISTRY = 'bindings/src/entry/families/absolute.ts';
const BINDINGS = 'cmake/parts.cmake';

it('a name has a spelling for each language', () => {
  expect(namesOf(NAME)).toEqual({
    kebab: 'triangle-wave',
    snake: 'triangle_wave',
    camel: 'triangleWave',
    pascal: 'TriangleWave',
    words: 'triangle wave',
  });
});

it.each([
  ['Wave', 'a name has small words joined by "-"'],
  ['triangle_wave', 'a name has small words joined by "-"'],
  ['wave-', 'a name has small words joined by "-"'],
  ['2-waves', 'a name has small words joined by "-"'],
  ['', 'a name has small words joined by "-"'],
  ['normalised', 'there is a method normalised already'],
  ['sinusoidal-grid', 'there is a method sinusoidalGrid already'],
  ['double', '"double" is a word of C++ or JavaScript'],
  ['static-cast', '"static_cast" is a word of C++ or JavaScript'],
  ['plan', 'the object of the package has a member plan already'],
  ['domain', 'the core has a type Domain'],
  ['code-kind', 'the core has a type CodeKind'],
  ['encoder-of', 'the core has a function encoder_of'],
])('the name "%s" is refused', (name, why) => {
  expect(() => freeNames(name)).toThrow(why);
  expect(() => freeNames(name)).toThrow(/^new: [^\n]*; nothing was written$/);
});

it('the files are those of the model under another name', () => {
  const files = tableFiles(freeNames(NAME));
  expect([...files.keys()]).toEqual([...LAID, REGISTRY, BINDINGS]);
  for (const [path, text] of files) {
    if (path === REGISTRY || path === BINDINGS) continue;
    expect(text, path).not.toMatch(/normalised/i);
    expect(text, path).toMatch(/triangle_?wave/i);
    const marks = text.split(MARK).length - 1;
    expect(marks > 0, path).toBe(!path.includes('embind'));
  }
  const before = readFileSync(at(REGISTRY), 'utf8').split('\n');
  const after = files.get(REGISTRY)?.split('\n') ?? [];
  const added = after.filter((line) => !before.includes(line));
  expect(added).toEqual([
    "export { triangleWave } from '../../absolute/triangle-wave.js';",
  ]);
  expect(after).toHaveLength(before.length + 1);
});

/** Options of all nested kinds, for the description that was laid. */
const NESTED = `
  /** How the wave is bent. Optional. */
  shape: {
    kind: 'variant',
    variants: {
      plain: {},
      bent: {
        /** Exponent of the bend. Defaults to 2. */
        power: { kind: 'number', min: 1, max: 8, default: 2 },
      },
    },
    optional: true,
  },
  /** Pieces of the wave. Optional. */
  pieces: {
    kind: 'records',
    of: {
      /** Place of a piece. Required. */
      at: { kind: 'number', integer: true, min: 0 },
    },
    least: 1,
    optional: true,
  },
  /** A factor for each column. Optional. */
  weights: { kind: 'floats', axes: ['columns'], optional: true },
`;

describe('a method that only this test knows', () => {
  /** @type {ReturnType<typeof makeCopy>} */
  let copy;
  beforeAll(() => {
    copy = makeCopy();
  });
  afterAll(() => copy.remove());
  const path = (/** @type {string} */ file) => join(copy.folder, file);
  const [, , binding = '', method = '', description = ''] = LAID;

  /** @param {string} file @param {(text: string) => string} change */
  const edit = (file, change) => {
    const before = readFileSync(path(file), 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path(file), after);
  };

  it('is laid by npm run new, formatted', async () => {
    const output = await copy.run(
      process.execPath,
      'scripts/new.mjs',
      'table',
      NAME,
    );
    const written = [...LAID, REGISTRY, BINDINGS];
    expect(output.split('\n').slice(0, 9)).toEqual(written);
    for (const file of LAID) expect(existsSync(path(file)), file).toBe(true);
    const biome = tool('@biomejs/biome/bin/biome', 'ci');
    await copy.run(...biome, ...LAID.filter((file) => file.endsWith('.ts')));
    await expect(
      copy.run(process.execPath, 'scripts/new.mjs', 'table', NAME),
    ).rejects.toThrow('there is a method triangleWave already');
  });

  // Compiles and bundles the whole package.
  it.runIf(deep)(
    'is known everywhere by its line in the registry',
    async () => {
      // Without a compiler of C++ it computes by a function that is there.
      rmSync(path(binding));
      edit(BINDINGS, (text) => text.replace('\n  triangle_wave)', ')'));
      edit(method, (text) =>
        text
          .replace('core.triangleWave(', 'core.normalised(')
          .replace(
            '    const positions =',
            "    readOptional(name, 'weights', checked.weights, 'float32');\n$&",
          )
          .replace(
            'import { readPositions }',
            "import { readOptional } from '../arrays/operand.js';\n$&",
          ),
      );
      edit(description, (text) =>
        text.replace('  span: spanParameter,\n', (line) => line + NESTED),
      );
      await compilePackage(copy);
      const own = 'tests/scripts/in-copy.test.mjs';
      copyFileSync(path('tests/scripts/new/in-copy.mjs'), path(own));
      const all = [
        ...['descriptions.node', 'names', 'options', NAME].map(
          (name) => `tests/unit/${name}.test.ts`,
        ),
        'tests/fuzz/arguments.test.ts',
      ];
      const passed = await passedIn(copy, 'triangleWave', [own, ...all]);
      expect(Object.keys(passed).sort()).toEqual([own, ...all].sort());
      for (const file of all) expect(passed[file], file).toBeGreaterThan(0);
      expect(passed[own]).toBe(8);
    },
  );
});

// Compiles the core three times.
describe.runIf(deep)('a method as npm run new lays it', () => {
  /** @type {ReturnType<typeof makeCopy>} */
  let copy;
  beforeAll(() => {
    copy = makeCopy();
  });
  afterAll(() => copy.remove());

  it('computes, natively and as WebAssembly', async () => {
    const node = process.execPath;
    await copy.run(node, 'scripts/new.mjs', 'table', NAME);
    await copy.run(node, 'scripts/build.mjs');
    const native = join(copy.folder, 'build/native/posenc_tests');
    const printed = await copy.run(native, 'triangle_wave*');
    expect(printed).toContain('All tests passed (7 assertions in 1 test case)');
    const file = `tests/unit/${NAME}.test.ts`;
    expect(await passedIn(copy, 'triangleWave', [file])).toEqual({ [file]: 7 });
  });
});
