// What controls do with values that have options inside them.

import type { DescribedParameters } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import type { Options, SpecValue } from '../state/spec.js';
import { leadsInto } from './control.js';
import { firstOptions } from './group.js';
import { withLess, withMore } from './records.js';
import { switched } from './variant.js';

const factor = { kind: 'number', min: 1, doc: '' } as const;

const scaling = {
  kind: 'variant',
  doc: '',
  variants: {
    linear: { factor },
    yarn: {
      factor: { ...factor, max: 8 },
      slow: { kind: 'number', doc: '' },
      words: { kind: 'choice', choices: ['a', 'b'], default: 'a', doc: '' },
    },
    plain: {},
  },
} as const;

const parameters = {
  dim: { kind: 'number', integer: true, even: true, min: 2, doc: '' },
  any: { kind: 'number', even: true, doc: '' },
  low: { kind: 'number', max: -3, doc: '' },
  grid: { kind: 'integers', least: 2, min: 3, doc: '' },
  list: { kind: 'numbers', doc: '' },
  word: { kind: 'choice', choices: ['x', 'y'], doc: '' },
  given: { kind: 'choice', choices: ['x', 'y'], default: 'y', doc: '' },
  left: { kind: 'number', optional: true, doc: '' },
  on: { kind: 'boolean', doc: '' },
  scaling,
  axes: {
    kind: 'records',
    least: 2,
    doc: '',
    of: { length: { kind: 'number', min: 1, doc: '' } },
  },
  table: { kind: 'floats', axes: ['rows', 'dim'], doc: '' },
} as const satisfies DescribedParameters;

it('required options begin with what their parameters take', () => {
  expect(firstOptions(parameters)).toEqual({
    dim: 2,
    any: 2,
    low: -3,
    grid: [3, 3],
    list: [1],
    word: 'x',
    on: false,
    scaling: { type: 'linear', factor: 1 },
    axes: [{ length: 1 }, { length: 1 }],
  });
});

describe('another type', () => {
  const change = (type: string, last: Options, before: Options = {}) =>
    switched(
      scaling,
      type,
      last,
      before,
      firstOptions(scaling.variants[type as 'yarn']),
    );

  it.each<[string, Options, Options, Options]>([
    // What both have stays.
    ['yarn', { type: 'linear', factor: 4 }, {}, { factor: 4, slow: 1 }],
    // What the other does not take does not.
    ['yarn', { type: 'linear', factor: 9 }, {}, { factor: 1, slow: 1 }],
    [
      'yarn',
      { type: 'linear', factor: Number.NaN },
      {},
      { factor: 1, slow: 1 },
    ],
    [
      'linear',
      { type: 'yarn', factor: 2, slow: 3, words: 'b' },
      {},
      { factor: 2 },
    ],
    ['plain', { type: 'yarn', factor: 2 }, {}, {}],
    // A type that was chosen before has what it had.
    [
      'yarn',
      { type: 'plain' },
      { slow: 7, words: 'b' },
      { factor: 1, slow: 7, words: 'b' },
    ],
    [
      'yarn',
      { type: 'linear', factor: 5 },
      { factor: 2, slow: 7 },
      { factor: 5, slow: 7 },
    ],
    ['linear', {}, {}, { factor: 1 }],
  ])('%s after %j and, earlier, %j', (type, last, before, wanted) => {
    expect(change(type, last, before)).toEqual({ type, ...wanted });
  });
});

describe('a list of records', () => {
  const list = [{ length: 3 }, { length: 5 }];
  const first = { length: 1 };
  const plain = { kind: 'records', doc: '', of: {} } as const;

  it.each<[object, readonly SpecValue[], readonly SpecValue[]]>([
    [{}, list, [...list, { length: 5 }]],
    [{}, [], [first]],
    [{ least: 3 }, [], [first, first, first]],
  ])('%j: one more than %j', (limits, from, wanted) => {
    expect(withMore({ ...plain, ...limits }, from, first)).toEqual(wanted);
  });

  it.each<[object, number, readonly SpecValue[] | undefined]>([
    [{}, 0, [{ length: 5 }]],
    [{}, 1, [{ length: 3 }]],
    [{ least: 1, optional: true }, 1, [{ length: 3 }]],
    // Fewer are not allowed, but none are.
    [{ least: 2, optional: true }, 1, undefined],
  ])('%j: without number %i', (limits, index, wanted) => {
    expect(withLess({ ...plain, ...limits }, list, index)).toEqual(wanted);
  });

  it('is left out rather than empty, where it may be', () => {
    expect(withLess({ ...plain, optional: true }, [first], 0)).toBeUndefined();
    expect(withLess(plain, [first], 0)).toEqual([]);
  });
});

it.each([
  ['scaling', 'scaling', true],
  ['scaling.factor', 'scaling', true],
  ['axes[1].length', 'axes', true],
  ['axes[1].length', 'axes[1]', true],
  ['axes[10].length', 'axes[1]', false],
  ['scale', 'scaling', false],
  ['scaling', 'scale', false],
  ['scales', 'scale', false],
])('%s is in %s: %j', (param, path, inside) => {
  expect(leadsInto(param, path)).toBe(inside);
});
