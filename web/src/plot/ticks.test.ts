// Round marks and readable numbers.

import { describe, expect, it } from 'vitest';
import {
  cellTicks,
  roundStep,
  speakValue,
  writeBytes,
  writeCount,
  writeSmall,
  writeValue,
} from './ticks.js';

describe('ticks', () => {
  it.each([
    [100, 10, 'tens', 10],
    [101, 10, 'tens', 20],
    [256, 10, 'tens', 50],
    [2, 10, 'tens', 0.2],
    [128, 8, 'twos', 16],
    [100, 8, 'twos', 16],
    [3, 8, 'twos', 1],
  ] as const)('%i in at most %i by %s is %f', (extent, most, grain, step) => {
    expect(roundStep(extent, most, grain)).toBeCloseTo(step, 12);
  });

  it('marks whole positions only', () => {
    expect(cellTicks(0, 3, 10, 'tens')).toEqual([0, 1, 2]);
    expect(cellTicks(7, 20, 4, 'tens')).toEqual([10, 15, 20, 25]);
    expect(cellTicks(-5, 10, 2, 'tens')).toEqual([-5, 0]);
    expect(cellTicks(0, 128, 4, 'twos')).toEqual([0, 32, 64, 96]);
  });
});

describe('numbers on the page', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [100000, '100\u202f000'],
    [-1234567, '\u22121\u202f234\u202f567'],
    [1.5, '1.5'],
  ])('count %f', (n, text) => expect(writeCount(n)).toBe(text));

  it.each([
    [-0.31203456, '\u22120.312035'],
    [1, '1'],
    [-0, '0'],
    [-1.5e-9, '\u22121.5e\u22129'],
    [Number.NaN, 'not a number'],
    [Number.NEGATIVE_INFINITY, 'masked'],
  ])('value %f', (v, text) => expect(writeValue(v)).toBe(text));

  it.each([
    [0, '0'],
    [4.3125, '4.31'],
    [9.53e-7, '9.5\u00d710\u207b\u2077'],
    [-2e9, '\u22122.0\u00d710\u2079'],
    [Number.NaN, 'not a number'],
  ])('difference %f', (v, text) => expect(writeSmall(v)).toBe(text));

  it.each([
    [-0.31203456, '-0.312035'],
    [1e-9, '1e-9'],
    [Number.NaN, 'not a number'],
    [Number.NEGATIVE_INFINITY, 'masked'],
  ])('spoken %f', (v, text) => expect(speakValue(v)).toBe(text));

  it.each([
    [512, '512 bytes'],
    [1280, '1.3 kB'],
    [131072, '131 kB'],
    [2.5e9, '2.5 GB'],
  ])('size %i', (v, text) => expect(writeBytes(v)).toBe(text));
});
