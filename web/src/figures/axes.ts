// The axes of a table: positions or cells of its rows, and its dimensions.

import { cellCount, cellOf, positionOf, type Rows } from '../methods/rows.js';
import type { AxisLook, Mark } from '../plot/axis.js';
import type { Span } from '../plot/crop.js';
import { cellTicks, writeCount, writeValue } from '../plot/ticks.js';

/** Marks at round positions, or at round row numbers where steps are odd. */
function positionMarks(rows: Rows, { from, count }: Span, most: number) {
  const { start, step } = rows;
  if (step === 1 && Number.isInteger(start)) {
    return cellTicks(start + from, count, most, 'tens').map((position) => ({
      cell: position - start,
      label: writeCount(position),
    }));
  }
  return cellTicks(from, count, most, 'tens').map((cell) => ({
    cell,
    label: writeValue(positionOf(rows, cell)),
  }));
}

/**
 * Marks at the cells at which the last axis of the grid begins again; at all
 * cells alike where fewer than two of those are shown.
 */
function gridMarks(rows: Rows, { from, count }: Span, most: number): Mark[] {
  const last = rows.grid.at(-1) || 1;
  const { extra } = rows;
  const label = (cell: number) => ({
    cell,
    label: cellOf(rows, cell).join(', '),
  });
  const run = Math.max(0, Math.ceil((from - extra) / last));
  const runs = Math.ceil((from + count - extra) / last) - run;
  if (runs < 2) {
    return cellTicks(from, count, most, 'tens')
      .filter((cell) => cell >= extra)
      .map(label);
  }
  return cellTicks(run, runs, most, 'tens').map((one) =>
    label(extra + one * last),
  );
}

/** The axis of the rows of a table, of which a stretch is shown. */
export function rowAxis(rows: Rows, shown: Span) {
  const grid = rows.grid.length > 0 && cellCount(rows.grid) > 0;
  const marks = grid ? gridMarks : positionMarks;
  return (pixels: number): AxisLook => ({
    name: grid ? 'cell' : 'position',
    ...{ cells: shown.count, from: shown.from },
    marks: marks(rows, shown, Math.max(2, pixels / 44)),
  });
}

/** An axis of rows that stand for other positions in each of several tables. */
export function numberAxis(shown: Span) {
  const rows = { start: 0, step: 1, grid: [], extra: 0 };
  return (pixels: number): AxisLook => ({
    ...rowAxis(rows, shown)(pixels),
    name: 'row',
  });
}

/** An axis that numbers its cells, of which a stretch is shown. */
export function countAxis(name: string, { from, count }: Span) {
  return (pixels: number): AxisLook => ({
    ...{ name, cells: count, from },
    marks: cellTicks(from, count, Math.max(2, pixels / 44), 'twos').map(
      (cell) => ({ cell, label: writeCount(cell) }),
    ),
  });
}

export function columnAxis(shown: Span) {
  return countAxis('dimension', shown);
}
