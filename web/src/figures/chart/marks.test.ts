// The paths of marks.

import { expect, it } from 'vitest';
import { markPath } from './marks.js';

const gap = [0.4, Number.NaN] as const;

it('draws a dot for each value, and none for a gap', () => {
  const path = markPath('dot', [[0, 1], gap, [0.5, 0.25]]);
  expect(path).toBe('M0 1h1e-6M0.5 0.25h1e-6');
});

it('breaks a line at a gap', () => {
  const points = [[0, 1], [0.2, 0.5], gap, [0.6, 0], [0.8, 0.1]] as const;
  const path = markPath('line', points);
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path.match(/L/g)).toHaveLength(2);
  expect(path).not.toContain('NaN');
});
