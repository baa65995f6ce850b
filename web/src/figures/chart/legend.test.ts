// One entry of a legend for each colour, and the paths of a band.

import { expect, it } from 'vitest';
import { entriesOf } from './legend.js';
import type { Series } from './look.js';
import { pathsOf } from './paths.js';

const look = {
  ...{ x: [1, 2, 4], xTo: [1, 3, 7] },
  across: { low: 1, high: 8, logarithmic: true },
  up: { low: 0, high: 4, logarithmic: false },
};
const band: Series = {
  ...{ label: 'swing', mark: 'band', colour: 'red' },
  ...{ values: [1, 0, 2], upTo: [1, 3, 4] },
};
const line: Series = {
  ...{ label: 'middle', mark: 'line', colour: 'red', values: [1, 1.5, 3] },
};
const level: Series = { ...line, label: 'level', colour: 'blue' };

it('has one entry for each colour, which names its marks', () => {
  expect(entriesOf({ ...look, series: [band, line, level] })).toEqual([
    {
      colour: 'red',
      label: 'swing (band and dots), middle (line)',
      marks: ['band', 'dot', 'line'],
    },
    { colour: 'blue', label: 'level', marks: ['line'] },
  ]);
});

it('draws a dot of one value, and a block of several, as wide as they are', () => {
  const [blocks, dots] = pathsOf(look, band);
  // On three octaves, 2 stands at a third and 4 at two thirds.
  expect(blocks).toEqual({
    mark: 'band',
    d: 'M0.33333 1V0.25H0.66667V1ZM0.66667 0.5V0H1V0.5Z',
  });
  expect(dots).toEqual({ mark: 'dot', d: 'M0 0.75h1e-6' });
  // A stretch without a number is a gap.
  const gap = { ...band, values: [1, Number.NaN, 2] };
  expect(pathsOf(look, gap)[0]?.d).toBe('M0.66667 0.5V0H1V0.5Z');
  const alone = pathsOf({ ...look, xTo: look.x }, band);
  expect(alone.map(({ mark }) => mark)).toEqual(['dot']);
});
