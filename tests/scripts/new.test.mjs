// `npm run new` lays a method or a part that is complete, and refuses wrong names.
// The line in the registry is all that makes types, commands, page, reference pages
// and the tests of all methods know a method; a part's two lists are all that make
// its entries, worker, exports and the tests of all parts.
import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parts } from '../../scripts/build/parts.mjs';
import { at } from '../../scripts/lib/paths.mjs';
import { tool } from '../../scripts/lib/run.mjs';
import { freeNames, namesOf } from '../../scripts/new/names.mjs';
import { bindingsOf, partFiles } from '../../scripts/new/part.mjs';
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

// The whole test runs in deep runs alone, and no compiler reads its file, whose
// method does not exist here.
it('the test in the copy imports what is there', async () => {
  const text = readFileSync(at('tests/scripts/new/in-copy.mjs'), 'utf8');
  const imports = [
    ...text.matchAll(/^import \{([^}]*)\} from '(\.\.[^']*)'/gm),
  ];
  expect(imports.length).toBeGreaterThan(5);
  for (const [, names = '', file = ''] of imports) {
    const there = await import(new URL(file, import.meta.url).href);
    for (const name of names.split(',').map((one) => one.trim())) {
      expect(there, file).toHaveProperty(name);
    }
  }
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

describe('a part', () => {
  const file = 'bindings/src/parts/gates.ts';

  it.each(parts())(
    'the bindings of %s are what its methods call',
    async (name) => {
      const text = readFileSync(at(`bindings/src/parts/${name}.ts`), 'utf8');
      const [, list = ''] =
        new RegExp(`^set\\(posenc_part_${name}\\s([^)]*)`, 'm').exec(
          readFileSync(at(BINDINGS), 'utf8'),
        ) ?? [];
      expect(await bindingsOf(text)).toEqual(list.trim().split(/\s+/).sort());
    },
  );

  it('is a list of methods, and one of their bindings', async () => {
    const files = await partFiles('gates', ['forgetting', 'urpe']);
    expect([...files.keys()]).toEqual([file, BINDINGS]);
    expect(files.get(file)).toContain(
      "import { forgetting } from '../bias/forgetting.js';\n" +
        "import { urpe } from '../gate/urpe.js';\n",
    );
    expect(files.get(file)).toContain('const list = { forgetting, urpe };');
    expect(files.get(file)?.split(MARK)).toHaveLength(2);
    const before = readFileSync(at(BINDINGS), 'utf8');
    const [, names = ''] = /^set\(posenc_parts ([^)]*)/m.exec(before) ?? [];
    expect(files.get(BINDINGS)).toBe(
      `${before.replace(names, `${names} gates`)}
set(posenc_part_gates
  bias bias_networks call indices signed_indices table_bias)
`,
    );
  });

  it.each([
    ['Gates', ['urpe'], 'a part has a name of small letters, got "Gates"'],
    ['layouts', ['urpe'], 'there is a part layouts already'],
    ['worker', ['urpe'], "worker is no part's name: it is taken"],
    ['rope', ['rope'], 'the package has a type Rope already'],
    ['gates', ['urpe', 'gate'], 'there is no method gate'],
  ])('%s of %j is refused', async (name, methods, why) => {
    await expect(partFiles(name, methods)).rejects.toThrow(why);
    expect(existsSync(at(file))).toBe(false);
  });
});

// Compiles the core three times.
describe.runIf(deep)('what npm run new lays', () => {
  /** @type {ReturnType<typeof makeCopy>} */
  let copy;
  beforeAll(() => {
    copy = makeCopy();
  });
  afterAll(() => copy.remove());

  const node = process.execPath;
  const text = (/** @type {string} */ file) =>
    readFileSync(join(copy.folder, file), 'utf8');

  it('is built', async () => {
    // The command is that of the recipe.
    const [, part = ''] =
      /`npm run new -- (part [a-z ]+)`/.exec(text('CONTRIBUTING.md')) ?? [];
    expect(part).toBe('part gates forgetting urpe');
    await copy.run(node, 'scripts/new.mjs', ...part.split(' '));
    await copy.run(node, 'scripts/new.mjs', 'table', NAME);
    const biome = tool('@biomejs/biome/bin/biome', 'ci');
    await copy.run(...biome, 'bindings/src/parts');
    await copy.run(node, 'scripts/build.mjs');
  });

  it('is a table that computes, natively and as WebAssembly', async () => {
    const native = join(copy.folder, 'build/native/posenc_tests');
    const printed = await copy.run(native, 'triangle_wave*');
    expect(printed).toContain('All tests passed (7 assertions in 1 test case)');
    const file = `tests/unit/${NAME}.test.ts`;
    expect(await passedIn(copy, 'triangleWave', [file])).toEqual({ [file]: 7 });
  });

  it('is a part that computes what the package does', async () => {
    const own = 'tests/scripts/part-in-copy.test.mjs';
    copyFileSync(
      join(copy.folder, 'tests/scripts/new/part-in-copy.mjs'),
      join(copy.folder, own),
    );
    const all = ['entries', 'parts-external.node'].map(
      (name) => `tests/unit/${name}.test.ts`,
    );
    expect(await passedIn(copy, 'posenc/gates', [own, ...all])).toEqual({
      [own]: 4,
      [all[0] ?? '']: 4,
      [all[1] ?? '']: 1,
    });
    const digests = ['tests/engines/digest.mjs', 'posenc/gates'];
    expect(await copy.run(node, ...digests)).toMatch(
      /^ok posenc\/gates: [1-9]\d* digests$/m,
    );
  });

  it('is a part that the checks know', async () => {
    /** @param {string} file @param {string} step */
    const check = (file, step) =>
      copy.run(
        ...[node, '--input-type', 'module', '--eval'],
        `import { ${step} } from './scripts/check/${file}.mjs';` +
          `console.log(await ${step}[1]());`,
      );
    await expect(check('size', 'size')).rejects.toThrow(
      /posenc\/gates has no limit: \d+\.\d kB[\s\S]*size-record/,
    );
    await check('size', 'recordSize');
    await expect(check('size', 'size')).rejects.toThrow(
      'README.md says other parts or sizes: npm run docs',
    );
    await expect(check('docs', 'api')).rejects.toThrow('npm run docs');
    await copy.run(node, 'scripts/docs.mjs');
    expect(await check('size', 'size')).toMatch(/posenc\/gates \d+\.\d kB of/);
    await check('docs', 'api');
    expect(text('README.md')).toMatch(/, `posenc\/gates` \(\d+ kB\) \|/);
    expect(text('docs/recipes.md')).toContain(', `posenc/gates` |');
    expect(text('bindings/api.txt')).toContain('interface Gates\n');
  });
});
