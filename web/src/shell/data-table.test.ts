// A table of the page ends where a browser would become slow, and says so.

import { expect, it } from 'vitest';
import { cutWords, mostRows } from './data-table.js';

it('says how many rows are left out, and where they are', () => {
  expect(mostRows).toBe(2000);
  expect(cutWords(2000)).toBe('');
  expect(cutWords(2001).replaceAll(/\s/g, ' ')).toBe(
    'These are the first 2 000 of 2 001 rows. Save the figure as CSV to get them all.',
  );
});
