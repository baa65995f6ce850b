// Where marked places stand.

import { expect, it } from 'vitest';
import type { Pin } from './marks.js';
import { pinPath, placePins } from './pins.js';

const look = {
  across: { low: 1, high: 16, logarithmic: true },
  up: { low: 0, high: 4, logarithmic: false },
};
const placed = (...pins: readonly Pin[]) => placePins({ ...look, pins });

it('places dots by both axes, and lines by one', () => {
  const [dot, line] = placed({ x: 4, y: 1, colour: 'red' }, { x: 2 });
  expect(dot).toMatchObject({ across: 0.5, down: 0.75, colour: 'red' });
  expect(dot && pinPath(dot)).toBe('M0.5 0.75h1e-6');
  expect(line).toMatchObject({ across: 0.25, down: null });
  expect(line && pinPath(line)).toBe('M0.25 0V1');
});

it('leaves out what stands beyond an axis', () => {
  expect(
    placed({ x: 17 }, { x: 0.5 }, { x: 2, y: 5 }, { x: 2, y: -1 }, { x: 0 }),
  ).toEqual([]);
  expect(placePins(look)).toEqual([]);
});

it('writes the words of lines below each other, and inside', () => {
  const all = placed(
    { x: 2, words: 'a' },
    { x: 3, y: 1 },
    { x: 15, words: 'b' },
  );
  expect(all.map(({ row, turned }) => [row, turned])).toEqual([
    ...[
      [0, false],
      [1, false],
      [1, true],
    ],
  ]);
});
