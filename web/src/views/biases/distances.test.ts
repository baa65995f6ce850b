// The distances of curves: how far, in which order, and that the one that is read
// is among them.

import { expect, it } from 'vitest';
import {
  checkSpan,
  distancesOf,
  endsOf,
  isLogarithmic,
  queryAt,
  shownDistance,
} from './distances.js';
import { hasBothSides, isGrid } from './methods.js';
import { queries, stateOf } from './testing.js';

const spanOf = (query: string) => stateOf(query);

it('has all distances on both sides where there are few', () => {
  expect(distancesOf(spanOf('reach=3'))).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  expect(distancesOf(spanOf('reach=2&form=causal&distance=-1'))).toEqual([
    -2, -1, 0,
  ]);
});

it('takes round steps where there are many, and the one that is read', () => {
  const all = distancesOf(spanOf('reach=1000&distance=-123'));
  expect(all.length).toBeLessThan(270);
  expect(all).toContain(-123);
  expect(all).toContain(0);
  expect([all[0], all.at(-1)]).toEqual([-1000, 1000]);
  const others = all.filter((one) => one !== -123 && Math.abs(one) < 1000);
  expect(others.every((one) => one % 8 === 0)).toBe(true);
  expect(others).toHaveLength(249);
});

it('counts from near to far on a logarithmic axis, on the side that is read', () => {
  const before = distancesOf(spanOf('reach=100000&log=1&distance=-777'));
  expect(before.slice(0, 3)).toEqual([-1, -2, -3]);
  expect(before.at(-1)).toBe(-100000);
  expect(before).toContain(-777);
  expect(before.length).toBeLessThan(260);
  const after = distancesOf(spanOf('reach=5&log=1&distance=2'));
  expect(after).toEqual([1, 2, 3, 4, 5]);
  // Distance 0 has no place there: its neighbour is read.
  expect(shownDistance(spanOf('log=1&distance=0'))).toBe(-1);
  expect(shownDistance(spanOf('distance=0'))).toBe(0);
});

it('ends at position 0 where the query counts, and at the edge of a grid', () => {
  expect(endsOf(spanOf('method=fire&at=5'))).toEqual([-5, 64]);
  expect(endsOf(spanOf('form=key&at=5'))).toEqual([-64, 0]);
  expect(queryAt(spanOf('form=key&reach=500'))).toBe(500);
  expect(queryAt(spanOf('at=500'))).toBe(0);
  expect(queryAt(spanOf('method=fire&at=500'))).toBe(500);
  const grid = spanOf('method=gridBias&grid=2x300&log=1&reach=4');
  expect(isLogarithmic(grid)).toBe(false);
  expect(distancesOf(grid)).toEqual(
    Array.from({ length: 599 }, (_, i) => i - 299),
  );
});

it.each(queries)('reads a distance that is drawn: %s', (query) => {
  const state = spanOf(query);
  for (const distance of [-1e9, -64, -7, 0, 7, 64, 1e9, Number.NaN, 2.4]) {
    for (const log of [false, true]) {
      const span = { ...state, distance, log };
      const all = distancesOf(span);
      expect(all).toContain(shownDistance(span));
      expect(new Set(all).size).toBe(all.length);
      if (!isGrid(span.spec) && !hasBothSides(span.spec)) {
        expect(Math.max(...all)).toBeLessThanOrEqual(0);
      }
    }
  }
});

it.each([
  ['reach=0', 'reach'],
  ['reach=2.5', 'reach'],
  ['reach=1000001', 'reach'],
  ['method=fire&at=-1', 'at'],
  ['method=fire&at=x', 'at'],
])('refuses %s', (query, param) => {
  expect(() => checkSpan(spanOf(query))).toThrow(
    expect.objectContaining({ param, code: 'PAGE_RANGE' }),
  );
});

it('asks for no position where none counts', () => {
  expect(() => checkSpan(spanOf('at=-1'))).not.toThrow();
  expect(() => checkSpan(spanOf('method=gridBias&reach=0'))).not.toThrow();
});
