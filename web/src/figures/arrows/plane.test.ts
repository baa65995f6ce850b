// The paths of arrows and arcs.

import { expect, it } from 'vitest';
import { arcPath, arrowPath, letterPlaces } from './plane.js';

/** All points of a path. */
function pointsOf(path: string): number[][] {
  return path
    .split(/[ML]/)
    .filter((part) => part !== '')
    .map((part) => part.split(' ').map(Number));
}

it('draws an arrow from the origin, with its head behind the tip', () => {
  const [origin, tip, one, again, other] = pointsOf(arrowPath([30, 40], 10));
  expect([origin, tip, again]).toEqual([
    [0, 0],
    [30, -40],
    [30, -40],
  ]);
  for (const barb of [one, other] as number[][]) {
    const [x = 0, y = 0] = barb;
    expect(Math.hypot(x - 30, y + 40)).toBeCloseTo(10, 1);
    expect(Math.hypot(x, y)).toBeLessThan(50);
  }
});

it('draws no head that is longer than its arrow', () => {
  expect(arrowPath([0, 0], 10)).not.toContain('NaN');
  const [, , [x = 0, y = 0] = []] = pointsOf(arrowPath([3, 0], 10));
  expect(Math.hypot(x - 3, y)).toBeCloseTo(3, 1);
});

it.each([
  // A quarter turn from x to y, which points up.
  [Math.PI / 2, 0, [0, -20]],
  [1.5 * Math.PI, 1, [0, 20]],
  [-Math.PI / 2, 1, [0, 20]],
  [100 * Math.PI + Math.PI / 2, 0, [0, -20]],
])('draws an arc of %f without whole turns', (angle, wide, [x = 0, y = 0]) => {
  const path = arcPath([1, 0], angle, 20);
  const [, flag, ...to] = /A20 20 0 (\d) 0 (\S+) (\S+)$/.exec(path) ?? [];
  expect(Number(flag)).toBe(wide);
  expect(Number(to[0])).toBeCloseTo(x, 2);
  expect(Number(to[1])).toBeCloseTo(y, 2);
});

it('sets letters behind the tips, and apart where the tips meet', () => {
  const apart = letterPlaces([30, 0], [0, -40]);
  expect(apart[0]).toEqual([43, 0]);
  expect(apart[1][0]).toBeCloseTo(0, 9);
  expect(apart[1][1]).toBeCloseTo(-53, 9);
  for (const [one, other] of [
    [
      [30, 40],
      [30, 40],
    ],
    [
      [30, 40],
      [33, 38],
    ],
    [
      [0, 0],
      [0, 0],
    ],
  ] as const) {
    const [a, b] = letterPlaces(one, other);
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(14);
    // Each is still beside its own tip.
    expect(Math.hypot(a[0] - one[0], a[1] - one[1])).toBeLessThan(20);
    expect(Math.hypot(b[0] - other[0], b[1] - other[1])).toBeLessThan(20);
  }
});
