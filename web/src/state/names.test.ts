// The nearest name of a mistyped one.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, mendNames, nearerOf, nearest } from './names.js';

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

it('takes an entry without a text for one that names nothing', () => {
  const given = new URLSearchParams('method=&dim=3');
  const { query, misnamed } = mendNames(given, [
    { kind: 'method', names: () => ['one', 'two'] },
  ]);
  expect(query.toString()).toBe('method=&dim=3');
  expect(misnamed).toEqual([]);
});

it('knows a nearer name of another place, and loads the places for it', async () => {
  const alibi = { name: 'alibi', title: 'ALiBi', view: 'B', address: '#/b' };
  const others = [{ ...alibi, name: 'fire', address: '#/c' }, alibi];
  expect(nearerOf('alibbi', 'haar', others)).toBe(alibi);
  // As near as what is shown is not nearer.
  expect(nearerOf('alibx', 'alib', others)).toBeUndefined();
  expect(nearerOf('haa', 'haar', others)).toBeUndefined();
  let loads = 0;
  const { misnamed } = mendNames(new URLSearchParams('method=alibi'), [
    {
      kind: 'method',
      names: () => ['haar'],
      elsewhere: async () => {
        loads += 1;
        return others;
      },
    },
  ]);
  expect(loads).toBe(0);
  expect(await misnamed[0]?.nearer?.()).toBe(alibi);
  expect(misnamed[0]?.shown).toBe('haar');
});

it('mends each name of an entry that may have several', () => {
  const names = () => ['none', 'linear', 'yarn'];
  const namings = [{ kind: 'schedule', between: '.', names }];
  const given = new URLSearchParams('schedule=non.yarn.linaer&x=1');
  const { query, misnamed } = mendNames(given, namings);
  expect(query.get('schedule')).toBe('none.yarn.linear');
  expect(query.get('x')).toBe('1');
  expect(misnamed.map(({ given, shown }) => [given, shown])).toEqual([
    ['non', 'none'],
    ['linaer', 'linear'],
  ]);
  expect(mendNames(query, namings).misnamed).toEqual([]);
});
