// The axes of a table: positions or cells of its rows, and its dimensions.

import { cellCount, cellOf, positionOf, type Rows } from '../methods/rows.js';
import type { AxisLook, Mark } from '../plot/axis.js';
import { cellTicks, writeCount, writeValue } from '../plot/ticks.js';

/** Marks at round positions, or at round row numbers where steps are odd. */
function positionMarks(rows: Rows, count: number, most: number): Mark[] {
  const { start, step } = rows;
  if (step === 1 && Number.isInteger(start)) {
    return cellTicks(start, count, most, 'tens').map((position) => ({
      cell: position - start,
      label: writeCount(position),
    }));
  }
  return cellTicks(0, count, most, 'tens').map((cell) => ({
    cell,
    label: writeValue(positionOf(rows, cell)),
  }));
}

/** Marks at the cells at which the last axis of the grid begins again. */
function gridMarks(rows: Rows, count: number, most: number): Mark[] {
  const last = rows.grid.at(-1) || 1;
  const runs = Math.ceil((count - rows.extra) / last);
  return cellTicks(0, runs, most, 'tens').map((run) => ({
    cell: rows.extra + run * last,
    label: cellOf(rows, rows.extra + run * last).join(', '),
  }));
}

export function rowAxis(rows: Rows, count: number) {
  const grid = rows.grid.length > 0 && cellCount(rows.grid) > 0;
  const marks = grid ? gridMarks : positionMarks;
  return (pixels: number): AxisLook => ({
    name: grid ? 'cell' : 'position',
    cells: count,
    marks: marks(rows, count, Math.max(2, pixels / 44)),
  });
}

/** An axis that numbers its cells. */
export function countAxis(name: string, cells: number) {
  return (pixels: number): AxisLook => ({
    name,
    cells,
    marks: cellTicks(0, cells, Math.max(2, pixels / 44), 'twos').map(
      (cell) => ({ cell, label: writeCount(cell) }),
    ),
  });
}

export function columnAxis(columns: number) {
  return countAxis('dimension', columns);
}
