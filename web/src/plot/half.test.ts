// 16-bit patterns and what they mean.

import { expect, it } from 'vitest';
import { bfloat16Value, float16Value, numbersOf } from './half.js';

it.each([
  [0x0000, 0],
  [0x3c00, 1],
  [0xbc00, -1],
  [0x3555, 0.333251953125],
  [0x0001, 2 ** -24],
  [0x03ff, 1023 * 2 ** -24],
  [0x7bff, 65504],
  [0x7c00, Number.POSITIVE_INFINITY],
  [0xfc00, Number.NEGATIVE_INFINITY],
  [0x7e00, Number.NaN],
])('float16 %i is %f', (bits, value) => {
  expect(float16Value(bits)).toBe(value);
});

it.each([
  [0x0000, 0],
  [0x3f80, 1],
  [0xbf80, -1],
  [0x4049, 3.140625],
  [0x7f80, Number.POSITIVE_INFINITY],
])('bfloat16 %i is %f', (bits, value) => {
  expect(bfloat16Value(bits)).toBe(value);
});

it('reads a tensor of any kind', () => {
  const bits = Uint16Array.of(0x3c00, 0xbc00);
  expect([...numbersOf({ data: bits, dtype: 'float16' })]).toEqual([1, -1]);
  const data = Float64Array.of(1, 2);
  expect(numbersOf({ data, dtype: 'float64' })).toBe(data);
});
