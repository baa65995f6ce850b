// The walk of two words along a text.

import { expect, it } from 'vitest';
import {
  isOver,
  stepped,
  walkAt,
  walkedTo,
  walkFrom,
  walkLength,
} from './walk.js';

const places = { queryAt: 1, keyAt: 5 };

it('moves both by one position, keeps their distance, and ends', () => {
  let walk = walkFrom(places);
  for (let i = 1; i <= walkLength; i++) {
    expect(isOver(walk)).toBe(false);
    walk = stepped(walk);
    expect(walkedTo(walk)).toEqual({ queryAt: 1 + i, keyAt: 5 + i });
  }
  expect(isOver(walk)).toBe(true);
});

it('begins again where it began', () => {
  const over = { from: places, moved: walkLength };
  expect(walkedTo(stepped(over))).toEqual(places);
});

it('is another walk when somebody moved a word', () => {
  const walk = stepped(walkFrom(places));
  expect(walkAt(walk, { queryAt: 2, keyAt: 6 })).toBe(walk);
  const moved = { queryAt: 2, keyAt: 40 };
  expect(walkAt(walk, moved)).toEqual(walkFrom(moved));
  expect(walkAt(null, moved)).toEqual({ from: moved, moved: 0 });
});
