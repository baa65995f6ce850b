// The numbers that figures get of a table are those of the package, unchanged,
// and errors are taken against the package's float64.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleSpec, withPreset } from '../../methods/defaults.js';
import { makeTable } from '../../methods/make.js';
import { tableNamed, tables } from '../../methods/table-methods.js';
import { exactSpec } from '../../methods/table-spec.js';
import { allOf } from '../../plot/crop.js';
import { valueAt } from '../../plot/grid.js';
import type { Options, Spec } from '../../state/spec.js';
import { limitsOf } from '../colour-range.js';
import { limitsOfColumn, lineOf } from './lines.js';
import { columnOf } from './numbers.js';
import { tableFor } from './testing.js';

const initial = exampleSpec(tableNamed(null));
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const specOf = (options: Options): Spec => ({ ...initial, ...options });

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
      const { drawn, tensor, spec } = tableFor(pe, given);
      expect(drawn.rows * drawn.columns).toBe(tensor.data.length);
      expect(drawn.rows).toBeGreaterThan(0);
      // The spec is JSON, and gives the same again.
      const again = makeTable(pe, JSON.parse(JSON.stringify(spec)));
      expect(again.data).toEqual(tensor.data);
    }
  });

  it('has small errors wherever it has errors', () => {
    const { drawn, values, spec, subject } = tableFor(
      pe,
      exampleSpec(method),
      'errors',
    );
    if (exactSpec(method, spec) === null) {
      expect(subject).toBe('values');
      return;
    }
    const { low, high } = limitsOf(values.values);
    const most = Math.max(-low, high);
    for (const error of drawn.values) {
      expect(Math.abs(error)).toBeLessThanOrEqual(2 ** -22 * most);
    }
  });
});

it('are the values of the package', () => {
  const { drawn } = tableFor(pe, specOf({ length: 5, dim: 6, start: 10 }));
  expect([drawn.rows, drawn.columns]).toEqual([5, 6]);
  expect(valueAt(drawn, 2, 0)).toBe(Math.fround(Math.sin(12)));
  expect(valueAt(drawn, 2, 1)).toBe(Math.fround(Math.cos(12)));
});

it.each([
  ['float64', 'exact', 2 ** -52],
  ['float32', 'exact', 2 ** -24],
  ['float16', 'exact', 2 ** -11],
  ['bfloat16', 'exact', 2 ** -8],
  ['float32', 'torch', 1e-4],
] as const)('have the errors of %s %s', (dtype, precision, bound) => {
  const { drawn } = tableFor(pe, specOf({ dtype, precision }), 'errors');
  let most = 0;
  for (const error of drawn.values) most = Math.max(most, Math.abs(error));
  expect(most).toBeLessThanOrEqual(bound);
  if (dtype !== 'float64') expect(most).toBeGreaterThan(bound / 100);
});

describe('a column as a line', () => {
  const spec = specOf({ length: 1000, dim: 8 });

  it('is every value where there is room', () => {
    const { drawn } = tableFor(pe, spec);
    const { low, high } = lineOf(drawn, 3, allOf(drawn.rows), 1000);
    expect(low).toBe(high);
    expect(low).toEqual(columnOf(drawn, 3));
  });

  it('is of the rows that are shown alone', () => {
    const { drawn } = tableFor(pe, spec);
    const span = { from: 400, count: 90 };
    expect(lineOf(drawn, 3, span, 90).low).toEqual(
      columnOf(drawn, 3).slice(400, 490),
    );
    const { low, high } = lineOf(drawn, 3, span, 9);
    const own = [...columnOf(drawn, 3)];
    const parts = [...low].map((_, i) => own.slice(400 + 10 * i, 410 + 10 * i));
    expect([...low]).toEqual(parts.map((part) => Math.min(...part)));
    expect([...high]).toEqual(parts.map((part) => Math.max(...part)));
  });

  it.each([1, 7, 333, 999])('holds every value in %i stretches', (points) => {
    const { drawn } = tableFor(pe, spec);
    const { low, high } = lineOf(drawn, 0, allOf(drawn.rows), points);
    expect([low.length, high.length]).toEqual([points, points]);
    const seen = Array.from({ length: points }, () => ({
      low: Infinity,
      high: -Infinity,
    }));
    columnOf(drawn, 0).forEach((value, row) => {
      // The last stretch that begins at or before the row.
      const own = seen.findLast(
        (_, i) => Math.floor((i * 1000) / points) <= row,
      );
      if (own === undefined) throw new Error(`row ${row} is in no stretch`);
      own.low = Math.min(own.low, value);
      own.high = Math.max(own.high, value);
    });
    expect([...low]).toEqual(seen.map((one) => one.low));
    expect([...high]).toEqual(seen.map((one) => one.high));
  });

  it('has no value where a stretch holds what is no number', () => {
    const values = Float64Array.of(1, Number.NaN, 3, 4);
    const line = lineOf({ values, rows: 4, columns: 1 }, 0, allOf(4), 2);
    expect([...line.low]).toEqual([Number.NaN, 3]);
    expect([...line.high]).toEqual([Number.NaN, 4]);
  });
});

it('say the limits of a column, and whether it holds a number', () => {
  const nan = Number.NaN;
  const values = Float64Array.of(1, nan, -2, nan, nan, nan);
  const grid = { values, rows: 3, columns: 2 };
  expect(limitsOfColumn(grid, 0)).toEqual({
    ...{ column: 0, low: -2, high: 1, empty: false, rows: 3 },
  });
  expect(limitsOfColumn(grid, 1).empty).toBe(true);
});
