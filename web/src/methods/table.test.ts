// Tables of all methods are those of the package, unchanged.

import { load, type Posenc, type Tensor } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { limitsOf } from '../figures/colour-range.js';
import { valueAt } from '../plot/grid.js';
import type { Options, Spec } from '../state/spec.js';
import { exampleSpec, withPreset } from './defaults.js';
import { makeTable } from './make.js';
import { computeTable, exactSpec, type Subject, sameTable } from './table.js';
import { tableNamed, tables } from './tables.js';

const initial = exampleSpec(tableNamed(null));
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const specOf = (options: Options): Spec => ({ ...initial, ...options });

function compute(
  spec: Spec,
  subject: Subject = 'values',
  last: Tensor | null = null,
) {
  return computeTable(pe, spec, subject, last);
}

describe.each(tables)('$name', (method) => {
  it('draws its example and every preset, as the package makes them', () => {
    const example = exampleSpec(method);
    const specs = [
      example,
      ...Object.keys(method.presets).map((word) =>
        withPreset(method, example, word),
      ),
    ];
    for (const given of specs) {
      const { grid, tensor, spec } = compute(given);
      expect(grid.rows * grid.columns).toBe(tensor.data.length);
      expect(grid.rows).toBeGreaterThan(0);
      // The spec is JSON, and gives the same again.
      const again = makeTable(pe, JSON.parse(JSON.stringify(spec)));
      expect(again.data).toEqual(tensor.data);
    }
  });

  it('has small errors wherever it has errors', () => {
    const { grid, values, spec, subject } = compute(
      exampleSpec(method),
      'errors',
    );
    if (exactSpec(method, spec) === null) {
      expect(subject).toBe('values');
      return;
    }
    const { low, high } = limitsOf(values.values);
    const most = Math.max(-low, high);
    for (const error of grid.values) {
      expect(Math.abs(error)).toBeLessThanOrEqual(2 ** -22 * most);
    }
  });
});

describe('computeTable', () => {
  it('is the table of the package', () => {
    const { grid } = compute(specOf({ length: 5, dim: 6, start: 10 }));
    expect([grid.rows, grid.columns]).toEqual([5, 6]);
    expect(valueAt(grid, 2, 0)).toBe(Math.fround(Math.sin(12)));
    expect(valueAt(grid, 2, 1)).toBe(Math.fround(Math.cos(12)));
  });

  it.each([
    ['float64', 'exact', 2 ** -52],
    ['float32', 'exact', 2 ** -24],
    ['float16', 'exact', 2 ** -11],
    ['bfloat16', 'exact', 2 ** -8],
    ['float32', 'torch', 1e-4],
  ] as const)('shows errors of %s %s', (dtype, precision, bound) => {
    const { grid } = compute(specOf({ dtype, precision }), 'errors');
    const most = Array.from(grid.values).reduce(
      (a, b) => Math.max(a, Math.abs(b)),
      0,
    );
    expect(most).toBeLessThanOrEqual(bound);
    if (dtype !== 'float64') expect(most).toBeGreaterThan(bound / 100);
  });

  it('writes into the array of the last table of the same size', () => {
    const first = compute(initial);
    const next = compute(specOf({ base: 77 }), 'values', first.tensor);
    expect(next.tensor.data).toBe(first.tensor.data);
    const wider = compute(specOf({ dim: 9 }), 'values', first.tensor);
    expect(wider.tensor.data).not.toBe(first.tensor.data);
  });

  it.each([
    [{ dim: 0 }, 'ERR_RANGE', 'dim'],
    [{ length: Number.NaN }, 'ERR_', 'length'],
    [{ length: 2 ** 40 }, 'PAGE_LIMIT', 'length'],
  ])('refuses %o', (options, code, param) => {
    const said = { code: expect.stringContaining(code), param };
    expect(() => compute(specOf(options))).toThrow(
      expect.objectContaining(said),
    );
  });
});

it('tells specs of the same table from others', () => {
  expect(sameTable(initial, { ...initial })).toBe(true);
  expect(sameTable(initial, specOf({ base: 10000 }))).toBe(true);
  expect(sameTable(initial, specOf({ base: 5 }))).toBe(false);
  for (const other of tables.slice(1)) {
    expect(sameTable(initial, exampleSpec(other)), other.name).toBe(false);
  }
});
