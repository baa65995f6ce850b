// The two axes of a table: positions down, dimensions across.

import type { AxisLook, Mark } from '../../plot/axis.js';
import { cellTicks, writeCount, writeValue } from '../../plot/ticks.js';
import type { EncodingsState } from './state.js';

export function positionOf({ start, step }: EncodingsState, row: number) {
  return start + row * step;
}

/** Round positions where rows are whole positions, else round row numbers. */
function rowMarks(state: EncodingsState, rows: number, most: number): Mark[] {
  if (state.step === 1 && Number.isInteger(state.start)) {
    return cellTicks(state.start, rows, most, 'tens').map((position) => ({
      cell: position - state.start,
      label: writeCount(position),
    }));
  }
  return cellTicks(0, rows, most, 'tens').map((cell) => ({
    cell,
    label: writeValue(positionOf(state, cell)),
  }));
}

export function rowAxis(state: EncodingsState, rows: number) {
  return (pixels: number): AxisLook => ({
    name: 'position',
    cells: rows,
    marks: rowMarks(state, rows, Math.max(2, pixels / 44)),
  });
}

export function columnAxis(columns: number) {
  return (pixels: number): AxisLook => ({
    name: 'dimension',
    cells: columns,
    marks: cellTicks(0, columns, Math.max(2, pixels / 44), 'twos').map(
      (cell) => ({ cell, label: writeCount(cell) }),
    ),
  });
}
