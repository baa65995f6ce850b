// clang-tidy runs again on the files that a change can affect, and on no
// others; and of files that it reads together, each is blamed for its own
// findings.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CleanList, keys } from '../../scripts/check/tidy/clean.mjs';
import { groupsOf, joined } from '../../scripts/check/tidy/groups.mjs';
import { includesOf, rulesOf } from '../../scripts/check/tidy/includes.mjs';
import {
  flagsHash,
  unchangedSinceClean,
} from '../../scripts/check/tidy/recorded.mjs';
import { search } from '../../scripts/check/tidy/search.mjs';
import { flagsOf, wordsOf } from '../../scripts/check/tidy/units.mjs';
import { at, root } from '../../scripts/lib/paths.mjs';
import { find } from '../../scripts/lib/run.mjs';

mkdirSync(at('build'), { recursive: true });
// Below the root and in a folder `cpp`, where our settings apply.
const outside = mkdtempSync(at('build/tidy-test-'));
const folder = join(outside, 'cpp');
mkdirSync(folder);
afterAll(() => rmSync(outside, { recursive: true }));

/** @param {string} name @param {string} text */
const write = (name, text) => writeFileSync(join(folder, name), text);

/** @param {string} name */
const unitOf = (name) => ({
  file: relative(root, join(folder, name)),
  build: /** @type {const} */ ('native'),
  compiler: [find('clang++', 'g++') ?? ''],
  env: {},
  flags: ['-std=c++20', `-I${folder}`],
  target: [],
});

describe('the key of a file', () => {
  const unit = unitOf('a.cpp');
  /** @param {string} [settings] */
  const keyNow = async (settings = '') => {
    const includes = (await includesOf([unit])).get(unit) ?? [];
    return keys([settings])(unit, includes);
  };

  beforeEach(() => {
    write('a.cpp', '#include "far.hpp"\n#include <cstddef>\nint a = far;\n');
    write('far.hpp', '#include "near.hpp"\nconst int far = near;\n');
    write('near.hpp', 'const int near = 1;\n');
    write('other.hpp', 'const int other = 1;\n');
  });

  it('holds what is included, however far, and the system’s headers', async () => {
    const includes = (await includesOf([unit])).get(unit) ?? [];
    const ours = includes.filter((path) => path.startsWith(folder));
    expect(ours).toEqual(
      ['a.cpp', 'far.hpp', 'near.hpp'].map((name) => join(folder, name)),
    );
    expect(includes.some((path) => path.endsWith('/cstddef'))).toBe(true);
  });

  it.each([
    ['the file', 'a.cpp'],
    ['a header that it includes', 'far.hpp'],
    ['a header of a header', 'near.hpp'],
  ])('changes with %s', async (_, name) => {
    const before = await keyNow();
    write(name, '#include "other.hpp"\nconst int far = 2, near = 2;\n');
    expect(await keyNow()).not.toBe(before);
  });

  it('changes with what clang-tidy looks for', async () => {
    expect(await keyNow('more')).not.toBe(await keyNow('less'));
  });

  it('changes with the flags', async () => {
    const includes = (await includesOf([unit])).get(unit) ?? [];
    const other = { ...unit, flags: [...unit.flags, '-DPOSENC_SIMD=0'] };
    expect(keys([])(other, includes)).not.toBe(keys([])(unit, includes));
  });

  it('stays when another header changes, or a time only', async () => {
    const before = await keyNow();
    write('other.hpp', 'const int other = 2;\n');
    write('near.hpp', 'const int near = 1;\n');
    expect(await keyNow()).toBe(before);
  });

  it('is not given to a file whose includes are not there', async () => {
    const broken = unitOf('broken.cpp');
    write('broken.cpp', '#include "none.hpp"\n');
    const found = await includesOf([unit, broken]);
    expect([...found.keys()]).toEqual([unit]);
  });
});

describe('the list of clean files', () => {
  it('is what was written', () => {
    const file = join(folder, 'list.json');
    const unit = unitOf('a.cpp');
    const clean = {
      key: 'k',
      deep: true,
      includes: [join(folder, 'a.cpp'), '/usr/include/a b.h'],
    };
    const list = new CleanList(file);
    expect(list.get(unit)).toBe(undefined);
    list.set(unit, clean);
    list.set(unitOf('gone.cpp'), {
      ...clean,
      includes: [join(folder, 'gone.cpp')],
    });
    list.save();
    const again = new CleanList(file);
    expect(again.get(unit)).toEqual(clean);
    expect(again.get({ ...unit, build: 'wasm-scalar' })).toBe(undefined);
    expect(again.get(unitOf('gone.cpp'))).toBe(undefined);
  });
});

describe('the commit at which all files were clean', () => {
  const clone = mkdtempSync(join(tmpdir(), 'posenc-recorded-'));
  afterAll(() => rmSync(clone, { recursive: true }));
  const path = (/** @type {string} */ name) => join(clone, name);
  /** @param {...string} words */
  const git = (...words) =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words],
      {
        cwd: clone,
        encoding: 'utf8',
      },
    ).trim();
  const committed = { 'a.cpp': '1', 'near.hpp': '2', '.clang-tidy': '3' };
  /** @type {string} */
  let commit;

  beforeEach(() => {
    rmSync(path('.git'), { recursive: true, force: true });
    rmSync(path('new.hpp'), { force: true });
    for (const [name, text] of Object.entries(committed)) {
      writeFileSync(path(name), text);
    }
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'clean');
    commit = git('rev-parse', 'HEAD');
  });

  const unit = unitOf('a.cpp');
  /**
   * Whether a file is still clean that includes a header.
   * @param {string} header @param {object} [other] what was recorded
   */
  const clean = (header, other = {}) => {
    const flags = [flagsHash(unit)];
    const recorded = { commit, version: '14', flags, ...other };
    const includes = ['a.cpp', header].map(path).concat('/usr/include/stdio.h');
    return unchangedSinceClean('14', recorded, clone)(unit, includes);
  };

  it('is that of every file until something changes', () => {
    expect(clean('near.hpp')).toBe(true);
  });

  it.each(['a.cpp', 'near.hpp'])('is not that of what includes %s', (name) => {
    writeFileSync(path(name), 'changed');
    expect(clean('near.hpp')).toBe(false);
    expect(clean('far.hpp')).toBe(name !== 'a.cpp');
    git('commit', '--quiet', '--all', '--message', 'changed');
    expect(clean('near.hpp')).toBe(false);
    expect(clean('far.hpp')).toBe(name !== 'a.cpp');
  });

  it('is not that of what includes a new file', () => {
    writeFileSync(path('new.hpp'), '');
    expect(clean('new.hpp')).toBe(false);
    expect(clean('near.hpp')).toBe(true);
  });

  it.each([
    ['the checks have changed', () => writeFileSync(path('.clang-tidy'), '')],
    [
      'git does not know it',
      () => {
        commit = 'f'.repeat(40);
      },
    ],
    ['there is no git', () => rmSync(path('.git'), { recursive: true })],
  ])('is of no file where %s', (_, change) => {
    change();
    expect(clean('near.hpp')).toBe(false);
  });

  it('is of no file for another clang-tidy, or other flags', () => {
    expect(clean('near.hpp', { version: '15' })).toBe(false);
    const other = { ...unit, flags: ['-DOTHER'] };
    expect(clean('near.hpp', { flags: [flagsHash(other)] })).toBe(false);
  });
});

describe('a command of the build', () => {
  it.each([
    ['a b  c', ['a', 'b', 'c']],
    ['a "b c" \'d e\'f', ['a', 'b c', 'd ef']],
    ['-DX=\\"y\\" "-DZ=\\"z z\\""', ['-DX="y"', '-DZ="z z"']],
    ['/a\\ b/c', ['/a b/c']],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('loses output, optimisation and precompiled headers', () => {
    const clang =
      'clang++ -DA=1 -I/cpp -isystem /e -O3 -Os -std=c++20 -Winvalid-pch ' +
      '-Xclang -include-pch -Xclang /p/cmake_pch.hxx.pch -Xclang -include ' +
      '-Xclang /p/cmake_pch.hxx -o a.o -c /a.cpp';
    const gcc =
      'g++ -DA=1 -I/cpp -isystem /e -O3 -Os -std=c++20 -Winvalid-pch ' +
      '-include /p/cmake_pch.hxx -o a.o -c /a.cpp';
    const flags = ['-DA=1', '-I/cpp', '-isystem', '/e', '-std=c++20'];
    expect(flagsOf(wordsOf(clang))).toEqual(flags);
    expect(flagsOf(wordsOf(gcc))).toEqual(flags);
  });
});

describe('a makefile', () => {
  it('says what files include', () => {
    const text =
      'a.o: /x/a.cpp \\\n /x/one.hpp /x/two\\ words.hpp\nb.o: /x/b.cpp\n';
    expect(rulesOf(text)).toEqual([
      ['/x/a.cpp', '/x/one.hpp', '/x/two words.hpp'],
      ['/x/b.cpp'],
    ]);
  });
});

describe('files in groups', () => {
  const names = ['one.cpp', 'two.cpp', 'three.cpp'];
  const units = names.map(unitOf);

  it('are all there once, by their flags, a dozen at the most', () => {
    const many = Array.from({ length: 30 }, (_, i) => ({
      ...unitOf(`${i}.cpp`),
      target: i < 20 ? [] : ['-msimd128'],
    }));
    const includes = new Map(many.map((unit) => [unit, []]));
    const groups = groupsOf(includes, { processors: 2, deep: false });
    expect(new Set(groups.flat())).toEqual(new Set(many));
    expect(groups.flat()).toHaveLength(many.length);
    for (const group of groups) {
      expect(group.length).toBeLessThanOrEqual(12);
      expect(new Set(group.map(({ target }) => target.join())).size).toBe(1);
    }
  });

  it('know which line is whose', () => {
    write('one.cpp', 'int one;\n');
    write('two.cpp', 'int two;\nint too;');
    write('three.cpp', 'int three;\n');
    const { text, unitAt } = joined(units);
    const lines = text.split('\n');
    const holder = (/** @type {string} */ line) =>
      unitAt(lines.indexOf(line) + 1);
    expect(holder('int one;')).toBe(units[0]);
    expect(holder('int two;')).toBe(units[1]);
    expect(holder('int too;')).toBe(units[1]);
    expect(holder('int three;')).toBe(units[2]);
  });

  it.skipIf(!find('clang-tidy'))(
    'are blamed for their own findings, and may share names',
    async () => {
      write('header.hpp', '#pragma once\ninline int* none() { return 0; }\n');
      write('one.cpp', 'namespace { struct Row { int x; }; }\nRow r{1};\n');
      write('two.cpp', 'namespace { struct Row { float y; }; }\nRow s{1};\n');
      write('three.cpp', '#include "header.hpp"\n\nint* p = 0;\n');
      const found = await search(units, false);
      expect(found.get(units[0])).toBe('');
      expect(found.get(units[1])).toBe('');
      const text = found.get(units[2]);
      expect(text).toMatch(/cpp\/three\.cpp:3:10: error: use nullptr/);
      expect(text).toMatch(/cpp\/header\.hpp:2:29: error: use nullptr/);
    },
  );
});
