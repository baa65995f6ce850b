// The keys of tabs.

import { expect, it } from 'vitest';
import { tabAfter } from './tabs.js';

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 1, 0],
  ['End', 0, 2],
  ['Tab', 0, null],
  ['a', 0, null],
])('%s on tab %i of 3 leads to %s', (key, at, to) => {
  expect(tabAfter(key, at, 3)).toBe(to);
});
