// A program to copy has only the options that differ from the defaults.

import type { MethodDescription } from 'posenc/descriptions';
import { expect, it } from 'vitest';
import { callOf, program } from './snippet.js';
import { tableNamed } from './table-methods.js';

const method: MethodDescription = {
  ...tableNamed(null),
  parameters: {
    length: { kind: 'number', doc: '' },
    base: { kind: 'number', doc: '', default: 10000 },
    layout: { kind: 'choice', doc: '', choices: ['a', 'b'], default: 'a' },
    scaling: { kind: 'other', doc: '' },
  },
  presets: {},
  example: {},
};

it.each([
  [{ length: 5, base: 10000, layout: 'b' }, "{ length: 5, layout: 'b' }"],
  [{ base: 10000 }, ''],
  [{ length: Number.NaN }, '{ length: NaN }'],
  [{ layout: "it's" }, "{ layout: 'it\\'s' }"],
  [
    { scaling: { type: 'yarn', layers: [{ window: 16 }, [1, 2]] } },
    "{ scaling: { type: 'yarn', layers: [{ window: 16 }, [1, 2]] } }",
  ],
])('%j', (options, text) => {
  expect(callOf(method, { method: 'm', ...options })).toBe(`pe.m(${text})`);
});

it('is a program that can be run', () => {
  expect(program('pe.x();').split('\n')).toEqual([
    "import { load } from 'posenc';",
    '',
    'const pe = await load();',
    'pe.x();',
  ]);
});
