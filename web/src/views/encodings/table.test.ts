// The view asks the package for the right tables and takes them as they are.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { valueAt } from '../../plot/grid.js';
import { initialState } from '../../state/hash.js';
import { type EncodingsState, schema } from './state.js';
import {
  columnOf,
  computeTable,
  measureFrequencies,
  roleOf,
  sameTable,
} from './table.js';

const initial = initialState(schema);
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

function tableOf(patch: Partial<EncodingsState>) {
  return computeTable(pe, { ...initial, ...patch }, null);
}

describe('computeTable', () => {
  it('is the table of the package', () => {
    const { grid } = tableOf({ length: 5, dim: 6, start: 10 });
    expect([grid.rows, grid.columns]).toEqual([5, 6]);
    expect(valueAt(grid, 2, 0)).toBe(Math.fround(Math.sin(12)));
    expect(valueAt(grid, 2, 1)).toBe(Math.fround(Math.cos(12)));
    expect([...columnOf(grid, 0)]).toHaveLength(5);
  });

  it.each([
    ['float64', 'exact', 2 ** -52],
    ['float32', 'exact', 2 ** -24],
    ['float16', 'exact', 2 ** -11],
    ['bfloat16', 'exact', 2 ** -8],
    ['float32', 'torch', 1e-4],
  ] as const)('shows errors of %s %s', (dtype, precision, bound) => {
    const { grid } = tableOf({ dtype, precision, show: 'errors' });
    const most = Array.from(grid.values).reduce(
      (a, b) => Math.max(a, Math.abs(b)),
      0,
    );
    expect(most).toBeLessThanOrEqual(bound);
    if (dtype !== 'float64') expect(most).toBeGreaterThan(bound / 100);
  });

  it('writes into the array of the last table of the same size', () => {
    const first = tableOf({});
    const next = computeTable(pe, { ...initial, base: 77 }, first.tensor);
    expect(next.tensor.data).toBe(first.tensor.data);
    const wider = computeTable(pe, { ...initial, dim: 9 }, first.tensor);
    expect(wider.tensor.data).not.toBe(first.tensor.data);
  });

  it.each([
    [{ dim: 0 }, 'ERR_RANGE', 'dim'],
    [{ length: Number.NaN }, 'ERR_', 'length'],
    [{ length: 2 ** 40 }, 'PAGE_LIMIT', 'length'],
  ])('refuses %o', (patch, code, param) => {
    const said = { code: expect.stringContaining(code), param };
    expect(() => tableOf(patch)).toThrow(expect.objectContaining(said));
  });
});

it('reads the frequencies off the table', () => {
  const measured = measureFrequencies(pe, { ...initial, dim: 7, base: 100 });
  expect(measured).toHaveLength(4);
  measured.forEach((frequency, k) => {
    expect(frequency).toBeCloseTo(100 ** ((-2 * k) / 7), 14);
  });
});

it.each([
  [0, 'interleaved', 'sine', 0],
  [3, 'interleaved', 'cosine', 1],
  [4, 'interleaved', 'sine', 2],
  [2, 'blocks', 'sine', 2],
  [3, 'blocks', 'cosine', 0],
  [4, 'blocks', 'cosine', 1],
] as const)(
  'column %i of 5, %s, is the %s of pair %i',
  (c, layout, wave, pair) => {
    expect(roleOf(c, { dim: 5, layout })).toEqual({ wave, pair });
  },
);

it('computes anew only for another table', () => {
  expect(sameTable(initial, { ...initial, lines: [], pool: 'minmax' })).toBe(
    true,
  );
  expect(sameTable(initial, { ...initial, base: 5 })).toBe(false);
});
