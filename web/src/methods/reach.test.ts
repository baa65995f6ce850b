// The range of a slider follows from the description of its parameter.

import { expect, it } from 'vitest';
import { reachOf } from './reach.js';

const number = { kind: 'number', doc: '' } as const;
const sized = { ...number, integer: true, min: 0, max: 2 ** 53 } as const;
const place = { ...number, min: -(2 ** 53), max: 2 ** 53 } as const;

it.each([
  ['a length', sized, 256, [], 1, 4096, 'octaves'],
  ['a seed', sized, 0, [], 0, 100, 'even'],
  ['a width with a limit', { ...sized, max: 1000 }, 100, [], 0, 1000, 'even'],
  ['a place', place, 0, [2], 0, 1e6, 'decades'],
  ['a place below zero', place, -127, [], -508, 508, 'even'],
  ['a place left out', place, undefined, [], 0, 1e6, 'decades'],
  ['a distance', place, 1, [], 0, 4, 'even'],
  ['a base', { ...number, min: 1 }, 1e4, [], 1, 1e6, 'decades'],
  ['a base with presets', { ...number, min: 1 }, 10, [5e5], 1, 5e5, 'decades'],
  [
    'a tiny least value',
    { ...number, min: 1e-30 },
    1,
    [],
    1e-4,
    100,
    'decades',
  ],
  ['a share', { ...number, min: 0, max: 1 }, 0.4, [], 0, 1, 'even'],
  ['what presets set', { ...number, min: 0 }, 0, [1], 0, 4, 'even'],
  [
    'a grid',
    { kind: 'integers', doc: '', min: 1 },
    [14, 9],
    [],
    1,
    64,
    'octaves',
  ],
] as const)('%s', (_, parameter, usual, others, low, high, spacing) => {
  const integer = parameter.kind === 'integers' || 'integer' in parameter;
  expect(reachOf(parameter, usual, others)).toEqual({
    low,
    high,
    spacing,
    integer,
  });
});
