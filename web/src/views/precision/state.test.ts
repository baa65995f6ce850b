// Addresses of the view, and what cannot be drawn.

import { expect, it } from 'vitest';
import {
  type PrecisionState,
  readState,
  refusalOf,
  writeState,
} from './state.js';

const initial = readState(new URLSearchParams());
const given = (query: string) => readState(new URLSearchParams(query));

it('are empty for the first state, and hold all of another', () => {
  expect(writeState(initial)).toBe('');
  expect(refusalOf(initial)).toBeNull();
  const state: PrecisionState = {
    ...{ pick: 'Phi-2', pair: 0, error: 1e-7, at: 2 ** 31 },
    ...{ vectors: 'seeded', distance: 0 },
  };
  expect(given(writeState(state))).toEqual(state);
  expect(refusalOf(state)).toBeNull();
  expect(given('pair=').pair).toBeUndefined();
});

it.each([
  ['error=0', 'error', /a number above 0, got 0$/],
  ['error=-1', 'error', /got −1$/],
  ['error=', 'error', /got NaN/],
  ['error=Infinity', 'error', /got Infinity/],
  ['at=0', 'at', /from 1 to 2\u202f147\u202f483\u202f648, got 0/],
  ['at=1.5', 'at', /got 1\.5/],
  ['at=2147483649', 'at', /got 2\u202f147\u202f483\u202f649/],
  ['pair=-1', 'pair', /a whole number from 0, got −1/],
  ['pair=x', 'pair', /got NaN/],
  ['distance=1048577', 'distance', /from 0 to 1\u202f048\u202f576/],
])('refuse %s', (query, param, message) => {
  const failure = refusalOf(given(query));
  expect(failure?.param).toBe(param);
  expect(failure?.code).toBe('PAGE_RANGE');
  expect(failure?.message).toMatch(message);
});
