// The line about each method in the list is a whole one, and short.

import { expect, it } from 'vitest';
import { tables } from '../methods/table-methods.js';
import { shortly } from './short-summary.js';

it.each(tables)('$name is told in a line', ({ summary }) => {
  const line = shortly(summary);
  expect(summary.startsWith(line)).toBe(true);
  expect(line.length).toBeLessThanOrEqual(80);
  expect(line.length).toBeGreaterThan(12);
  // It ends where the sentence turns, not within a part of it.
  expect(summary.slice(line.length)).toMatch(/^[,:;.]/);
});
