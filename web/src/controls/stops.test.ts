// Sliders reach round values, and each step changes the value.

import { describe, expect, it } from 'vitest';
import { nearestStop, sliderStops } from './stops.js';

describe.each([
  { low: 1, high: 4096, spacing: 'octaves', integer: true },
  { low: 1, high: 2048, spacing: 'octaves', integer: true },
  { low: 1, high: 1e9, spacing: 'decades', integer: false },
  { low: 0, high: 100_000, spacing: 'decades', integer: true },
  { low: 2, high: 64, spacing: 'even', integer: true },
  { low: 0, high: 1, spacing: 'even', integer: false },
] as const)('$spacing from $low to $high', (range) => {
  const stops = sliderStops(range);

  it('rises strictly from end to end', () => {
    expect(stops[0]).toBe(range.low);
    expect(stops.at(-1)).toBe(range.high);
    stops.slice(1).forEach((stop, i) => {
      expect(stop).toBeGreaterThan(stops[i] as number);
      if (range.integer) expect(Number.isInteger(stop)).toBe(true);
    });
  });
});

it('meets powers of two, and powers of ten', () => {
  const lengths = sliderStops({
    low: 1,
    high: 4096,
    spacing: 'octaves',
    integer: true,
  });
  expect(lengths.slice(0, 8)).toEqual([1, 2, 3, 4, 6, 8, 12, 16]);
  // The lengths and widths that people use, and none between them.
  expect(lengths.filter((n) => n >= 64 && n <= 4096)).toEqual([
    ...[64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096],
  ]);
  const bases = sliderStops({
    low: 1,
    high: 1e9,
    spacing: 'decades',
    integer: false,
  });
  for (const n of [10, 1e4, 5e5, 1e6]) expect(bases).toContain(n);
});

it('finds the nearest stop', () => {
  expect(nearestStop([1, 2, 4, 8], 5)).toBe(2);
  expect(nearestStop([1, 2, 4, 8], 100)).toBe(3);
  expect(nearestStop([1, 2, 4, 8], 1e100)).toBe(3);
  expect(nearestStop([1, 2, 4, 8], -1e100)).toBe(0);
  expect(nearestStop([1, 2, 4, 8], Number.NaN)).toBe(0);
});
