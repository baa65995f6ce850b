// Rows are named by the positions or cells that they stand for.

import { describe, expect, it } from 'vitest';
import { rowAxis } from '../figures/axes.js';
import { allOf } from '../plot/crop.js';
import { cellOf, nameRow, positionOf, rowsOf } from './rows.js';
import { tables } from './table-methods.js';

const [method] = tables;
if (method === undefined) throw new Error('no table');
const made = { ...method, cells: 'to' };

describe('a range', () => {
  const rows = rowsOf(method, { start: 10, step: 0.5 }, 4);
  it('has positions', () => {
    expect(positionOf(rows, 3)).toBe(11.5);
    expect(nameRow(rows, 3)).toBe('position 11.5');
    expect(rowAxis(rows, allOf(4))(400).name).toBe('position');
  });
});

describe('a grid', () => {
  const rows = rowsOf(method, { grid: [2, 3] }, 7);
  it('has cells behind rows of its own', () => {
    expect(rows.extra).toBe(1);
    expect(nameRow(rows, 0)).toBe('extra row 0');
    expect(cellOf(rows, 1)).toEqual([0, 0]);
    expect(nameRow(rows, 6)).toBe('cell 1, 2');
  });

  it('is marked where runs begin', () => {
    expect(rowAxis(rows, allOf(7))(400)).toEqual({
      name: 'cell',
      cells: 7,
      from: 0,
      marks: [
        { cell: 1, label: '0, 0' },
        { cell: 4, label: '1, 0' },
      ],
    });
  });

  it('is marked at each cell of a stretch in which no two runs begin', () => {
    expect(rowAxis(rows, { from: 2, count: 3 })(400).marks).toEqual([
      { cell: 2, label: '0, 1' },
      { cell: 3, label: '0, 2' },
      { cell: 4, label: '1, 0' },
    ]);
  });

  it('may have another name', () => {
    expect(rowsOf(made, { to: [2, 2] }, 4).grid).toEqual([2, 2]);
  });

  it('is none where rows are missing', () => {
    expect(rowsOf(method, { grid: [5, 5] }, 7).grid).toEqual([]);
    expect(rowsOf(method, { grid: 'x' }, 7).grid).toEqual([]);
  });
});
