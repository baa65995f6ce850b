// Two words change places.

import { expect, it } from 'vitest';
import { swapped } from './swap.js';

it('changes two places, and back', () => {
  const order = [2, 0, 1, 3];
  const next = swapped(order, 0, 3);
  expect(next).toEqual([2, 3, 1, 0]);
  expect(swapped(next, 0, 3)).toEqual(order);
  expect(swapped(order, 1, 1)).toEqual(order);
});
