// What the table of live scores prints, for places near and far.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { numbersIn, readNumber } from '../../plot/read-numbers.js';
import { liveWords, swapWords } from './live-words.js';
import { compareWays, meetWords } from './meeting.js';
import { readState, ways } from './state.js';

const initial = readState(new URLSearchParams());
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

describe.each([
  [1, 5],
  [1000, 7],
  [99_000, 99_400],
])('with the query at %i and the key at %i', (queryAt, keyAt) => {
  it('prints the scores of the package, and where they are', () => {
    const state = { ...initial, queryAt, keyAt };
    const live = compareWays(pe, state, meetWords(pe, state));
    const words = liveWords(live);
    const first = Math.min(queryAt, keyAt);
    expect(numbersIn(words.here)).toEqual([queryAt, keyAt]);
    expect(numbersIn(words.moved)).toEqual([queryAt - first, keyAt - first]);
    for (const way of ways) {
      const { here, moved } = live[way];
      expect(readNumber(words[way].here)).toBe(Number(here.toPrecision(5)));
      expect(readNumber(words[way].moved)).toBe(Number(moved.toPrecision(5)));
      const change = readNumber(words[way].change);
      expect(Math.abs(change - (here - moved))).toBeLessThan(
        0.06 * Math.abs(here - moved) + 1e-12,
      );
    }
    expect(Math.abs(live.rotary.here - live.rotary.moved)).toBeLessThan(1e-4);
    expect(words.added.note).toBe('');
    expect(words.plain.change).toBe('0');
  });
});

it('marks changes of float32 numbers alone', () => {
  const told = (change: number) => {
    const score = { here: 2 + change, moved: 2 };
    const live = { rotary: score, added: score, plain: score };
    const places = { queryAt: 1, keyAt: 2, from: { queryAt: 0, keyAt: 1 } };
    return liveWords({ ...places, ...live }).rotary.note;
  };
  expect(told(2e-6)).toBe('rounding');
  expect(told(-2e-6)).toBe('rounding');
  expect(told(0)).toBe('');
  expect(told(1e-4)).toBe('');
});

it('names the words that change places', () => {
  const words = 'the cat saw the dog'.split(' ');
  expect(swapWords(words, [1, 4])).toBe('Swap cat and dog');
  expect(swapWords(words, [0, 3])).toBe(
    'Swap the, 1st word, and the, 4th word',
  );
});
