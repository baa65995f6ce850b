// The nearest name of a mistyped one.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, mendNames, nearest } from './names.js';

describe('the distance of two words', () => {
  it.each([
    ['rope', 'rope', 0],
    ['ropee', 'rope', 1],
    ['rpoe', 'rope', 1],
    ['alibi', 'albi', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    // Each letter is touched once: the swap and the insertion do not combine.
    ['ca', 'abc', 3],
  ])('%s and %s: %i', (one, other, wanted) => {
    expect(editDistance(one, other)).toBe(wanted);
    expect(editDistance(other, one)).toBe(wanted);
  });

  it('is at least the difference of lengths, at most the longer one', () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = editDistance(one, other);
        expect(distance === 0).toBe(one === other);
        expect(distance).toBeGreaterThanOrEqual(
          Math.abs(one.length - other.length),
        );
        expect(distance).toBeLessThanOrEqual(
          Math.max(one.length, other.length),
        );
      }),
    );
  });
});

it.each([
  ['ROPE', 'rope'],
  ['encoding', 'encodings'],
  ['atention', 'attention'],
  ['x'.repeat(1e6), 'rope'],
])('%.20s leads to %s', (given, wanted) => {
  const names = ['rope', 'encodings', 'attention'];
  expect(nearest(given, names)).toBe(wanted);
});

it('mends names in order, and leaves the rest', () => {
  const presets: Record<string, string[]> = { one: ['a'], two: ['bcd', 'xyz'] };
  const given = new URLSearchParams('method=twoo&preset=xy&dim=3');
  const { query, misnamed } = mendNames(given, [
    { kind: 'method', names: () => Object.keys(presets) },
    { kind: 'preset', names: (q) => presets[q.get('method') ?? ''] ?? [] },
  ]);
  expect(query.toString()).toBe('method=two&preset=xyz&dim=3');
  expect(misnamed).toEqual([
    { kind: 'method', given: 'twoo', shown: 'two' },
    { kind: 'preset', given: 'xy', shown: 'xyz' },
  ]);
  expect(mendNames(query, []).misnamed).toEqual([]);
  const right = mendNames(query, [
    { kind: 'method', names: () => Object.keys(presets) },
  ]);
  expect(right.misnamed).toEqual([]);
});
