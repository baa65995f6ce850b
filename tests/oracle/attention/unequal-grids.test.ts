/** Queries and keys in grids of different sizes, as after pooling in MViTv2. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { type Array64, range } from '../../support/attention-oracle/array.js';
import { attend } from '../../support/attention-oracle/attention.js';
import { decomposed, type Grid } from '../../support/attention-oracle/grids.js';
import { thrown } from '../../unit/thrown.js';
import { Random } from '../random.js';
import { drawn, given } from './made.js';

const pe = await load();

describe.each<[Grid, Grid, number]>([
  [[2, 3], [4, 3], 0],
  [[2, 3], [2, 3], 0],
  [[4, 4], [2, 2], 0],
  [[2, 3], [4, 6], 1],
  [[4, 3], [2, 3], 1],
])('grid [%s], keyGrid [%s], prefix %i', (grid, keyGrid, prefix) => {
  const [queries, keys] = [grid, keyGrid].map(
    ([height, width]) => prefix + height * width,
  ) as [number, number];
  const [heads, headDim] = [2, 4];
  const random = new Random(5);
  const q = drawn(random, [queries, heads, headDim]);
  const k = drawn(random, [keys, heads, headDim]);
  const table = (axis: 0 | 1) =>
    drawn(random, [2 * Math.max(grid[axis], keyGrid[axis]) - 1, headDim]);
  const [rowTable, columnTable] = [table(0), table(1)];
  const spec = {
    ...{ grid: [...grid], keyGrid: [...keyGrid], prefix },
    ...{ rowTable: given(rowTable), columnTable: given(columnTable) },
  };
  const inGrids = decomposed({
    ...{ queryGrid: grid, keyGrid, rowTable, columnTable },
  });
  const seen = attend({
    ...{ q, k, scale: 0.5, queryAt: range(queries), keyAt: range(keys) },
    bias: {
      cells: (pair) => {
        const { queryAt, keyAt } = pair;
        if (queryAt < prefix || keyAt < prefix) return 0;
        const place = { queryAt: queryAt - prefix, keyAt: keyAt - prefix };
        return inGrids({ ...pair, ...place });
      },
    },
  });
  const near = (actual: ArrayLike<number>, wanted: Array64) => {
    expect(actual.length).toBe(wanted.data.length);
    wanted.data.forEach((want, n) => {
      expect(actual[n]).toBeCloseTo(want, 5);
    });
  };

  it('alone: keys are those of their grid', () => {
    const made = pe.decomposedBias({ q: given(q), ...spec });
    expect(made.shape).toEqual([heads, queries, keys]);
    near(made.data, seen.terms.cells as Array64);
  });

  it('in attention: both count from the first token', () => {
    const { scores } = pe.attention({
      ...{ q: given(q), k: given(k), scale: 0.5 },
      relative: { method: 'decomposedBias', ...spec },
    });
    near(scores.data, seen.scores);
  });
});

describe('more tokens than cells', () => {
  const random = new Random(6);
  const options = {
    q: given(drawn(random, [6, 1, 2])),
    rowTable: given(drawn(random, [3, 2])),
    columnTable: given(drawn(random, [5, 2])),
    grid: [2, 3],
  };
  it.each([
    [
      { keys: 12 },
      'keys',
      'keys must be at most 6, the tokens of keyGrid, by default grid, from ' +
        'position 0 on, got 12',
    ],
    [
      { keyGrid: [1, 3], keys: 5 },
      'keys',
      'keys must be at most 3, the tokens of keyGrid, by default grid, from ' +
        'position 0 on, got 5',
    ],
    [
      { queryStart: 2 },
      'queries',
      'queries must be at most 4, the tokens of grid, from position 2 on, got 6',
    ],
    [
      { queryPositions: [0, 1, 2, 3, 4, 9] },
      'queryPositions[5]',
      'queryPositions[5] must be a token from 0 to 5, got 9',
    ],
    [
      { keyStart: -1, keys: 3 },
      'keyStart',
      'keyStart must be a token from 0 to 5, got -1',
    ],
  ])('%o', (more, param, message) => {
    const error = thrown(() => pe.decomposedBias({ ...options, ...more }));
    expect(error).toMatchObject({
      ...{ param, message: `decomposedBias: ${message}` },
    });
  });
});
