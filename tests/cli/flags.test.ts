/** The reader of arguments, and the names of flags. */

import { type MethodDescription, methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { familyOf } from '../../bindings/src/cli/families.js';
import {
  type Flag,
  kebab,
  readArguments,
} from '../../bindings/src/cli/flags.js';
import { flagsOf } from '../../bindings/src/cli/givable.js';
import { OUTPUT_FLAGS } from '../../bindings/src/cli/help-flags.js';
import { asFlags } from '../../bindings/src/cli/words.js';

const flags: Flag[] = [
  { name: 'dim', value: 'N' },
  { name: 'start', value: 'N' },
  { name: 'cosines-first' },
  { name: 'out', value: 'FILE' },
];
const read = (command: string) => {
  const { words, values, switches } = readArguments(
    command.split(' ').filter(Boolean),
    flags,
  );
  return {
    words,
    ...Object.fromEntries(values),
    ...Object.fromEntries(switches),
  };
};

describe('arguments', () => {
  it.each<[string, object]>([
    ['', { words: [] }],
    ['a --dim 4 b', { words: ['a', 'b'], dim: '4' }],
    ['--dim=4', { words: [], dim: '4' }],
    ['--dim= x', { words: ['x'], dim: '' }],
    ['--out=a=b', { words: [], out: 'a=b' }],
    ['--dim 4 --dim 8', { words: [], dim: '8' }],
    ['--start -5', { words: [], start: '-5' }],
    ['--out - -', { words: ['-'], out: '-' }],
    ['--cosines-first x', { words: ['x'], 'cosines-first': true }],
    ['--no-cosines-first', { words: [], 'cosines-first': false }],
    ['--cosines-first=false', { words: [], 'cosines-first': false }],
    [
      '--cosines-first --no-cosines-first',
      { words: [], 'cosines-first': false },
    ],
    ['-- --dim 4', { words: ['--dim', '4'] }],
    ['-7', { words: ['-7'] }],
  ])('%j', (command, expected) => {
    expect(read(command)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['--dmi 4', 'there is no flag --dmi; did you mean --dim?'],
    [
      '--cosinesFirst',
      'there is no flag --cosinesFirst; did you mean --cosines-first?',
    ],
    [
      '--no-cosine-first',
      'there is no flag --no-cosine-first; did you mean --no-cosines-first?',
    ],
    ['--no-dim', 'there is no flag --no-dim; did you mean --dim?'],
    ['-x', 'there is no flag -x'],
    ['-out x', 'write --out with two dashes'],
    ['--dim', '--dim needs a value: --dim N'],
    ['--dim --start 1', '--dim needs a value: --dim N'],
    ['--cosines-first=1', '--cosines-first must be true or false, got "1"'],
    ['--no-cosines-first=1', '--no-cosines-first takes no value'],
  ])('%j is refused', (command, message) => {
    expect(() => read(command)).toThrow(message);
  });
});

describe.each(
  Object.values<MethodDescription>(methods).filter((method) =>
    familyOf(method),
  ),
)('flags of $name', (method) => {
  const names = flagsOf(method).map(({ name }) => name);

  it('are unlike each other, and the flags of the command', () => {
    const all = [...names, ...OUTPUT_FLAGS.map(({ name }) => name)];
    const off = all.map((name) => `no-${name}`);
    expect(new Set([...all, ...off]).size).toBe(2 * all.length);
    // `method` is the key by which a spec names its method.
    expect(names).not.toContain('method');
  });

  it('are plain words with dashes', () => {
    for (const name of names)
      expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  });

  it('can say its example and presets', () => {
    const { example = {}, presets } = method;
    for (const values of [example, ...Object.values(presets)]) {
      const text = asFlags(values).split(' ').filter(Boolean);
      // Lists of numbers and words need no quotes in a shell.
      expect(text.join(' ')).toMatch(/^[^']*('[[{][^']*'[^']*)*$/);
      const given = readArguments(text, flagsOf(method));
      const found = given.values.size + given.switches.size;
      expect(found).toBe(Object.keys(values).length);
    }
  });

  it('are there for all that JSON can say', () => {
    // Parameters without a flag are objects of JavaScript.
    for (const [name, { kind }] of Object.entries(method.parameters)) {
      const hidden = ['output', 'outputPair', 'outputSet', 'other'].includes(
        kind,
      );
      expect(names.includes(kebab(name)), name).toBe(!hidden);
    }
  });
});
