// The numbers of a chart in words and as a table.

import { expect, it } from 'vitest';
import type { LinesLook } from './lines-look.js';
import { speakPoint, tabulate } from './lines-words.js';

const look: LinesLook = {
  x: Float64Array.of(1000, 2000),
  lines: [
    { label: 'mean', colour: '', values: Float64Array.of(0.5, -2) },
    {
      ...{ label: '7', colour: '', values: Float64Array.of(1, 2) },
      upTo: Float64Array.of(3, Number.NaN),
    },
  ],
  xName: 'position',
  yName: 'value',
};

it('speaks of every line at a point', () => {
  expect(speakPoint(look, 0)).toBe(
    'position 1000: mean 0.5, 7, least 1, 7, most 3',
  );
  expect(speakPoint(look, 1)).toBe(
    'position 2000: mean -2, 7, least 2, 7, most not a number',
  );
});

it('has a row for each point', () => {
  const { heads, columns, count, row } = tabulate(look, 'A chart');
  expect(heads).toEqual(['position']);
  expect(columns).toEqual(['mean', '7, least', '7, most']);
  expect(count).toBe(2);
  expect(row(1)).toEqual(['2\u202f000', '\u22122', '2', 'not a number']);
});
