// Words, their vectors and their orders.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  embedWords,
  findWords,
  hashText,
  mostWords,
  moveWord,
  shorten,
  shuffled,
  splitWords,
  validOrder,
} from './words.js';

describe('splitWords', () => {
  it.each([
    ['the cat saw', ['the', 'cat', 'saw']],
    ["Don't stop, Zoë!", ["Don't", 'stop', ',', 'Zoë', '!']],
    ['  ', []],
    ['猫が好き', ['猫が好き']],
    // Each picture is a word, whatever it is joined of; and so is a flag.
    ['a 👩‍👩‍👧👍🏽 ❤️🇳🇱🇩🇪', ['a', '👩‍👩‍👧', '👍🏽', '❤️', '🇳🇱', '🇩🇪']],
    // Persian words have joiners inside; marks of direction are no words.
    ['می‌خواهم \u200fשלום\u200e!', ['می‌خواهم', 'שלום', '!']],
  ])('%s', (text, words) => expect(splitWords(text)).toEqual(words));

  it('stops at what can be drawn', () => {
    expect(splitWords('a '.repeat(100))).toHaveLength(mostWords);
    expect(findWords('a '.repeat(100))).toHaveLength(100);
  });
});

it('shortens by whole letters', () => {
  expect(shorten('position', 8)).toBe('position');
  expect(shorten('positions', 8)).toBe('positio…');
  expect(shorten('\u{1f431}'.repeat(5), 3)).toBe('\u{1f431}\u{1f431}…');
  // An accent stays with its letter.
  expect(shorten('e\u0301'.repeat(3), 3)).toBe('e\u0301'.repeat(3));
  expect(shorten('e\u0301'.repeat(4), 3)).toBe('e\u0301e\u0301…');
});

it('keeps words from right to left apart from what stands around them', () => {
  expect(shorten('שלום', 8)).toBe('\u2068שלום\u2069');
  expect(shorten('العربية', 4)).toBe('\u2068الع…\u2069');
});

function correlation(v: Float32Array, width: number): number {
  let sum = 0;
  for (let i = 0; i < width; i++) {
    sum += (v[i] as number) * (v[width + i] as number);
  }
  return sum / width;
}

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

describe('embedWords', () => {
  const width = 4096;

  it('is the same for the same word, however it is written', () => {
    const v = embedWords(pe, ['Cat', 'dog', 'cat'], 8, 0.5);
    expect(v.slice(0, 8)).toEqual(v.slice(16));
    expect(v.slice(0, 8)).not.toEqual(v.slice(8, 16));
    // A published test value of FNV-1a.
    expect(hashText('a')).toBe(0xe40c292c);
  });

  it.each([0, 0.5, 1])('has variance 1 and likeness %f', (likeness) => {
    const v = embedWords(pe, ['cat', 'dog'], width, likeness);
    const variance = v.reduce((sum, x) => sum + x * x, 0) / v.length;
    expect(Math.abs(variance - 1)).toBeLessThan(0.05);
    expect(Math.abs(correlation(v, width) - likeness)).toBeLessThan(0.05);
  });
});

describe('orders', () => {
  it('fall back to the order of the sentence', () => {
    expect(validOrder([2, 0, 1], 3)).toEqual([2, 0, 1]);
    expect(validOrder([2, 0, 1], 4)).toEqual([0, 1, 2, 3]);
    expect(validOrder([0, 0, 1], 3)).toEqual([0, 1, 2]);
  });

  it('move one word', () => {
    expect(moveWord([0, 1, 2, 3], 0, 2)).toEqual([1, 2, 0, 3]);
    expect(moveWord([0, 1, 2, 3], 3, 0)).toEqual([3, 0, 1, 2]);
  });

  it('shuffle without losing a word', () => {
    const order = Array.from({ length: 20 }, (_, i) => i);
    const other = shuffled(order, 7);
    expect(other).not.toEqual(order);
    expect([...other].sort((a, b) => a - b)).toEqual(order);
    expect(shuffled(order, 7)).toEqual(other);
  });
});
