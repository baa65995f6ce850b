// The copied call says what differs from the defaults, and nothing else.

import { expect, it } from 'vitest';
import { callOptions, program } from './code.js';

const parameters = {
  length: { kind: 'number', doc: '' },
  base: { kind: 'number', doc: '', default: 10000 },
  layout: { kind: 'choice', doc: '', choices: ['a', 'b'], default: 'a' },
} as const;

it('leaves the defaults out', () => {
  const options = { length: 5, base: 10000, layout: 'b', rest: undefined };
  expect(callOptions(parameters, options)).toBe("{ length: 5, layout: 'b' }");
  expect(callOptions(parameters, { base: 10000 })).toBe('');
});

it('is a program that can be run', () => {
  expect(program('pe.x();').split('\n')).toEqual([
    "import { load } from 'posenc';",
    '',
    'const pe = await load();',
    'pe.x();',
  ]);
});
