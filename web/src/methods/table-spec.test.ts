// What is said of a table before it is made.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { cellsOf } from '../plot/grid.js';
import { exampleSpec } from './defaults.js';
import { tableNamed, tables } from './table-methods.js';
import { checkSize, exactSpec, sameTable } from './table-spec.js';

const method = tableNamed(null);
const initial = exampleSpec(method);

it('refuses what is too large, and names what makes it so', () => {
  expect(() => checkSize([2 ** 13, 2 ** 13], method, initial)).not.toThrow();
  const said = { code: 'PAGE_LIMIT', param: 'length' };
  expect(() => checkSize([2 ** 13 + 1, 2 ** 13], method, initial)).toThrow(
    expect.objectContaining(said),
  );
  const grid = { ...initial, grid: [2 ** 20, 2 ** 20] };
  expect(() => checkSize([2 ** 40, 2], method, grid)).toThrow(
    expect.objectContaining({ ...said, param: 'grid' }),
  );
});

it('counts rows and columns as the package lays them out', async () => {
  const pe = await load();
  for (const { name, example } of tables) {
    const spec = { ...example, method: name };
    const { shape } = pe.plan(spec as never);
    const { data } = pe.make(spec as never) as { data: { length: number } };
    const { rows, columns } = cellsOf(shape as readonly number[]);
    expect(rows * columns).toBe(data.length);
  }
  expect(cellsOf([0, 8])).toEqual({ rows: 0, columns: 8 });
  expect(cellsOf([8, 0])).toEqual({ rows: 0, columns: 0 });
});

it('compares with float64 in exact arithmetic, where there is that', () => {
  const spec = { ...initial, dtype: 'float16', precision: 'torch' };
  expect(exactSpec(method, spec)).toEqual({
    ...initial,
    dtype: 'float64',
    precision: 'exact',
  });
  for (const one of tables) {
    const dtype = one.parameters.dtype;
    const has = dtype?.kind === 'choice' && dtype.choices.includes('float64');
    expect(exactSpec(one, exampleSpec(one)) !== null).toBe(has);
  }
});

it('tells specs of the same table from others', () => {
  const specOf = (base: number) => ({ ...initial, base });
  expect(sameTable(initial, { ...initial })).toBe(true);
  expect(sameTable(initial, specOf(10000))).toBe(true);
  expect(sameTable(initial, specOf(5))).toBe(false);
  for (const other of tables.slice(1)) {
    expect(sameTable(initial, exampleSpec(other)), other.name).toBe(false);
  }
});
