// Where the keys lead on a heat map of 100 rows and 8 columns.

import { expect, it } from 'vitest';
import { stepped } from './cursor.js';

const from = { row: 50, column: 3 };

it.each([
  ['ArrowUp', false, 49, 3],
  ['ArrowDown', false, 51, 3],
  ['ArrowLeft', false, 50, 2],
  ['ArrowRight', false, 50, 4],
  ['PageUp', false, 40, 3],
  ['PageDown', false, 60, 3],
  ['Home', false, 50, 0],
  ['End', false, 50, 7],
  ['Home', true, 0, 0],
  ['End', true, 99, 7],
])('%s (ctrl %s) leads to row %i, column %i', (key, ctrl, row, column) => {
  expect(stepped(from, key, ctrl, 100, 8)).toEqual({ row, column });
});

it('stays inside', () => {
  const corner = { row: 0, column: 0 };
  for (const key of ['ArrowUp', 'ArrowLeft', 'PageUp', 'Home']) {
    expect(stepped(corner, key, false, 100, 8)).toEqual(corner);
  }
  const other = { row: 99, column: 7 };
  for (const key of ['ArrowDown', 'ArrowRight', 'PageDown', 'End']) {
    expect(stepped(other, key, false, 100, 8)).toEqual(other);
  }
});

it('leaves other keys to the browser', () => {
  expect(stepped(from, 'Tab', false, 100, 8)).toBeNull();
  expect(stepped(from, 'a', true, 100, 8)).toBeNull();
});
