// What is said about a column, also where there is nothing to say.

import { expect, it } from 'vitest';
import { initialState } from '../../state/hash.js';
import { describeColumn } from './column.js';
import { schema } from './state.js';

const state = { ...initialState(schema), dim: 8, length: 100 };
const frequencies = Float64Array.of(1, 1e-9, 1e-18, Number.NaN);

it.each([
  [0, 'sine of pair 0: wavelength 6.283 positions, 15.9 turns here'],
  [1, 'cosine of pair 0: wavelength 6.283 positions, 15.9 turns here'],
  [2, 'sine of pair 1: wavelength 6\u202f283\u202f185\u202f307 positions, '],
  [4, 'sine of pair 2, which does not turn'],
  [7, 'cosine of pair 3, which holds no numbers'],
])('column %i is the %s', (column, text) => {
  const line = describeColumn(column, state, frequencies);
  expect(line).toContain(`column ${column} is the ${text}`);
  expect(line).not.toContain('NaN');
});
