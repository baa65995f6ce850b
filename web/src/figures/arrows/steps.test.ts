// Bars that add up, and the axis around them.

import { expect, it } from 'vitest';
import { placeAfter } from '../../plot/place-after.js';
import type { Meeting, Pair } from './pairs.js';
import { levelsOf, stepsOf } from './steps.js';

const still = { before: [1, 0], after: [1, 0], angle: 0 } as const;

function meeting(products: readonly number[], rest?: number): Meeting {
  const pairs = products.map(
    (product): Pair => ({ frequency: 1, query: still, key: still, product }),
  );
  return {
    ...{ queryAt: 0, keyAt: 0, axes: 1, pairs },
    ...{ rest: rest ?? 0, hasRest: rest !== undefined },
    ...{ sum: 0, scale: 0.5, score: 0, moved: 0 },
  };
}

it('begins each bar where the last one ends', () => {
  expect(stepsOf(meeting([2, -6, 1], 8))).toEqual([
    { from: 0, to: 1 },
    { from: 1, to: -2 },
    { from: -2, to: -1.5 },
    { from: -1.5, to: 2.5 },
  ]);
  expect(stepsOf(meeting([2]))).toHaveLength(1);
});

it.each([
  [[2, -6, 1], { low: -2, high: 1, ticks: [-2, -1, 0, 1] }],
  [[0.004], { low: 0, high: 0.002, ticks: [0, 0.0005, 0.001, 0.0015, 0.002] }],
  [[0, 0], { low: 0, high: 0.2, ticks: [0, 0.2] }],
])('puts %o between round levels', (products, wanted) => {
  expect(levelsOf(stepsOf(meeting(products)))).toEqual(wanted);
});

it.each([
  ['ArrowRight', 31, 31],
  ['ArrowLeft', 3, 2],
  ['PageUp', 3, 7],
  ['PageDown', 3, 0],
  ['Home', 9, 0],
  ['End', 9, 31],
  ['Tab', 9, null],
])('%s leads from pair %i to %s', (key, from, to) => {
  expect(placeAfter(key, from, 32)).toBe(to);
});
