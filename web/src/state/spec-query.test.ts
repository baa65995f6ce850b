// Options of any shape come back from an address as they were.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Options, SpecValue } from './spec.js';
import { readOptions, readValue, writeOptions } from './spec-query.js';

function query(options: Options, base: Options = {}): string {
  return new URLSearchParams(writeOptions(options, base)).toString();
}

function read(text: string, base: Options = {}): Options {
  return readOptions(new URLSearchParams(text), base, () => true);
}

const name = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,5}$/);
const number = fc.double();
const tricky = fc.constantFrom(
  ...['', "'", "''", "'a'", '1', '-0', '1e5', 'NaN', 'true', '{}', '[]'],
  ...['2x3', '7_', 'a.b', 'a=b&c', ' 1', '0x10', '+1', '.5', '5.', 'Infinity'],
);
const leaf = fc.oneof(
  number,
  fc.boolean(),
  tricky,
  fc.string({ unit: 'grapheme' }),
  fc.array(number, { maxLength: 4 }),
  fc.array(fc.nat(99), { maxLength: 3 }),
);
const { value } = fc.letrec<{ value: SpecValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const options = fc.dictionary(name, value, {
  maxKeys: 4,
  noNullPrototype: true,
});

describe('options in an address', () => {
  it('come back the same, whatever they differ from', () => {
    fc.assert(
      fc.property(options, options, (some, base) => {
        expect(read(query(some, base), base)).toEqual(some);
        expect(read(query(some))).toEqual(some);
      }),
    );
  });

  it('are not written where the base has them', () => {
    fc.assert(
      fc.property(options, (some) => {
        expect(query(some, some)).toBe('');
      }),
    );
  });

  it.each<[Options, string]>([
    [{ length: 512, base: 2e5 }, 'length=512&base=200000'],
    [{ method: 'rope', full: true }, 'method=rope&full=true'],
    [
      { scaling: { type: 'yarn', factor: 4 } },
      'scaling.type=yarn&scaling.factor=4',
    ],
    [{ grid: [14, 9], weights: [0.5, -1] }, 'grid=14x9&weights=0.5_-1'],
    [{ grid: [7] }, 'grid=7x'],
    [
      { layers: [{ window: 16 }, { window: 64 }] },
      'layers.0.window=16&layers.1.window=64',
    ],
    [{ name: '7' }, 'name=%277%27'],
  ])('%j reads well', (some, text) => {
    expect(query(some)).toBe(text);
    expect(read(text)).toEqual(some);
  });

  it('take away what the base has', () => {
    const base = { dim: 8, scaling: { type: 'yarn', factor: 4 } };
    const text = query({ scaling: { type: 'linear' } }, base);
    expect(text).toBe('scaling.type=linear&dim=&scaling.factor=');
    expect(read(text, base)).toEqual({ scaling: { type: 'linear' } });
  });

  it.each([
    ['__proto__.x=1', {}],
    ['a.__proto__=1', {}],
    ['a..b=1', {}],
    ['=1', {}],
    [`a${'.a'.repeat(5000)}=1`, {}],
    // A list has no holes.
    ['a.7=x&a.3=y', { a: ['y', 'x'] }],
    // The last of two that cannot both hold.
    ['a=1&a.b=2', { a: { b: 2 } }],
    ['a.b=2&a=1', { a: 1 }],
  ])('%s is read as %j', (text, wanted) => {
    expect(read(text)).toEqual(wanted);
    expect(Object.getPrototypeOf(read(text))).toBe(Object.prototype);
  });

  it('are those that somebody takes', () => {
    const given = new URLSearchParams('dim=8&show=errors');
    expect(readOptions(given, {}, (word) => word === 'dim')).toEqual({
      dim: 8,
    });
  });
});

it.each<[string, SpecValue]>([
  ['Infinity', Infinity],
  ['-infinity', -Infinity],
  ['NaN', Number.NaN],
  ['.5', 0.5],
  ['1,2', '1,2'],
  ['2x', [2]],
  ['x', 'x'],
  ['_', '_'],
])('%s stands for %j', (text, wanted) => {
  expect(readValue(text)).toEqual(wanted);
});
