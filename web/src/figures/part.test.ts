// Parts of large tables are as large as they may be, and say what they are.

import { expect, it } from 'vitest';
import { allOr, everyRow, firstRows } from './part.js';

const rows = { start: 10, step: 2, grid: [], extra: 0 };

const gridOf = (count: number, columns: number) => ({
  values: Float32Array.from({ length: count * columns }, (_, i) => i),
  rows: count,
  columns,
});

it('takes a small table as it is', () => {
  const grid = gridOf(512, 256);
  for (const part of [everyRow(grid, rows), firstRows(grid, rows)]) {
    expect(part.table).toBe(grid);
    expect(part.rows).toBe(rows);
    expect(part.note).toBe('');
  }
});

it('takes rows evenly, with their positions', () => {
  const part = everyRow(gridOf(2000, 3), rows);
  expect(part.table.rows).toBe(500);
  expect(part.rows).toMatchObject({ start: 10, step: 8 });
  expect(part.table.values[3]).toBe(12);
  expect(part.note).toBe('1 row in 4');
});

it('takes fewer rows of many columns, and the first columns', () => {
  const part = everyRow(gridOf(400, 4096), rows);
  expect(part.table).toMatchObject({ rows: 134, columns: 2048 });
  expect(part.table.values[2048]).toBe(3 * 4096);
  expect(part.note).toBe('1 row in 3, the first 2048 columns');
});

it('takes all rows where they fit', () => {
  const grid = gridOf(2000, 3);
  expect(allOr(grid, rows, () => true)).toEqual({
    table: grid,
    rows,
    note: '',
  });
  const part = allOr(grid, rows, (count, columns) => count * columns < 6000);
  expect(part.note).toBe('1 row in 4');
  // Columns are left out even if all would fit.
  expect(allOr(gridOf(2, 4096), rows, () => true).note).toContain('2048');
});

it('takes the first rows for waves, whose lengths a stride would change', () => {
  const part = firstRows(gridOf(4096, 512), rows);
  expect(part.table).toMatchObject({ rows: 256, columns: 512 });
  expect(part.note).toBe('the first 256 rows');
});
