// What each pair adds to a score, by hand and against the package's score.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import type { Meeting, Pair } from '../../figures/arrows/pairs.js';
import { meetWords } from './meeting.js';
import {
  mostShareOf,
  restWords,
  sharesOf,
  shareWords,
  speakShare,
} from './share-words.js';
import { readState } from './state.js';

const arrow = (x: number, y: number) => ({
  ...{ before: [x, y] as const, after: [x, y] as const, angle: 0 },
});
const pair = (query: [number, number], key: [number, number]): Pair => ({
  ...{ frequency: 1, query: arrow(...query), key: arrow(...key) },
  product: query[0] * key[0] + query[1] * key[1],
});
const meeting: Meeting = {
  ...{ queryAt: 3, keyAt: 1, axes: 1, rest: -0.5, hasRest: true, sum: 0 },
  pairs: [pair([3, 4], [0, 0.2]), pair([1, 0], [-1, 0])],
  ...{ scale: 0.5, score: 2.79084, moved: 0 },
};

it('says how much of the score a pair adds, or takes away', () => {
  expect(sharesOf(meeting).map(({ to }) => to)).toEqual([0.4, -0.5]);
  expect(shareWords(meeting, 0, 0)).toBe('This pair adds 0.4 of 2.7908');
  expect(shareWords(meeting, 0, 1)).toBe('Pair 0 adds 0.4 of 2.7908');
  expect(shareWords(meeting, 1, 1)).toBe(
    'This pair takes 0.5 away; the score is 2.7908',
  );
  expect(speakShare(meeting, 1)).toBe(
    'pair 1 of 2 adds -0.5; the score is 2.7908',
  );
  expect(restWords(meeting)).toMatch(/ take 0\.25 away, at every position\.$/);
});

it('has room for a pair whose arrows point the same way', () => {
  // Arrows of lengths 5 and 0.2, and of 1 and 1.
  expect(mostShareOf(meeting)).toBeCloseTo(0.5, 12);
  expect(mostShareOf({ ...meeting, pairs: [] })).toBe(1);
});

it('keeps every share and its measure while both words move', async () => {
  const pe = await load();
  const state = readState(new URLSearchParams('rotaryDim=48'));
  const [here, far] = [0, 1000].map((by) =>
    meetWords(pe, { ...state, queryAt: 12 + by, keyAt: 5 + by }),
  ) as [Meeting, Meeting];
  const away = meetWords(pe, { ...state, queryAt: 700, keyAt: 5 });
  const [a, b, c] = [here, far, away].map((one) =>
    sharesOf(one).map(({ to }) => to),
  ) as [number[], number[], number[]];
  a.forEach((share, i) => {
    expect(Math.abs(share - Number(b[i]))).toBeLessThan(1e-6);
  });
  expect(c.some((share, i) => Math.abs(share - Number(a[i])) > 0.01)).toBe(
    true,
  );
  const most = mostShareOf(here);
  for (const other of [far, away]) {
    expect(mostShareOf(other)).toBeCloseTo(most, 5);
  }
  for (const share of [...a, ...c]) {
    expect(Math.abs(share)).toBeLessThanOrEqual(most + 1e-6);
  }
  // All of them make the score, with what no pair turns.
  const sum = a.reduce((all, share) => all + share, 0) + here.scale * here.rest;
  expect(Math.abs(sum - here.score)).toBeLessThan(1e-5);
});
