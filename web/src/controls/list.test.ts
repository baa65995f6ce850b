// A list of numbers may be written in several ways.

import { expect, it } from 'vitest';
import { readList } from './list.js';

it.each([
  ['14, 14', [14, 14]],
  ['14x9', [14, 9]],
  ['2 × 3 × 4', [2, 3, 4]],
  ['0.5_1e-3_-2', [0.5, 0.001, -2]],
  ['', []],
  ['7,', [7]],
  ['a, 1', [Number.NaN, 1]],
])('%j', (text, list) => {
  expect(readList(text)).toEqual(list);
});
