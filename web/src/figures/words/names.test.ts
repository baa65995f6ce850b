// Equal words have different names.

import { expect, it } from 'vitest';
import { labelWord, nameIfRepeated, nameWord, ordinal } from './names.js';

const words = 'the cat that saw the dog fears the other cat'.split(' ');

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [42, '42nd'],
  [103, '103rd'],
  [111, '111th'],
])('%i is %s', (n, written) => {
  expect(ordinal(n)).toBe(written);
});

it('tells equal words apart', () => {
  expect(nameWord(words, 1)).toBe('cat, 2nd word');
  expect(nameWord(words, 9)).toBe('cat, 10th word');
  expect(nameIfRepeated(words, 9)).toBe('cat, 10th word');
  expect(nameIfRepeated(words, 5)).toBe('dog');
  expect(labelWord(words, 5, 9)).toBe('dog');
  expect(labelWord(words, 9, 9)).toBe('cat\u2081\u2080');
});

it('labels no two words alike, however long they are', () => {
  const long = Array.from({ length: 48 }, (_, i) =>
    i % 2 === 0 ? 'incomprehensible' : `incomprehensibly${i}`,
  );
  const repeated = long
    .map((_, i) => labelWord(long, i, 9))
    .filter((_, i) => i % 2 === 0);
  expect(new Set(repeated).size).toBe(repeated.length);
  for (const label of repeated) expect([...label].length).toBeLessThan(10);
});
