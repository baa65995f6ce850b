// Columns as lines: every value of a short column, the envelope of a long one.

import type { Span } from '../../plot/crop.js';
import { type Grid, pixelEdges } from '../../plot/grid.js';
import { limitsOf } from '../colour-range.js';
import type { ColumnLimits, ColumnLine } from './jobs.js';
import { columnOf } from './numbers.js';

/**
 * The least and the most of some rows of a column over `points` stretches, each
 * as long as the others but for one row; all rows where there are fewer. A
 * stretch with a value that is no number has none.
 */
export function lineOf(
  grid: Grid,
  column: number,
  { from, count }: Span,
  points: number,
): ColumnLine {
  const values = columnOf(grid, column).slice(from, from + count);
  if (values.length <= points) return { column, low: values, high: values };
  const edges = pixelEdges(values.length, points);
  const low = new Float64Array(points);
  const high = new Float64Array(points);
  for (let i = 0; i < points; i++) {
    let least = Infinity;
    let most = -Infinity;
    for (let row = edges[i] as number; row < (edges[i + 1] as number); row++) {
      // Math.min and Math.max keep NaN; comparisons would lose it.
      least = Math.min(least, values[row] as number);
      most = Math.max(most, values[row] as number);
    }
    low[i] = least;
    high[i] = most;
  }
  return { column, low, high };
}

export function limitsOfColumn(grid: Grid, column: number): ColumnLimits {
  const values = columnOf(grid, column);
  return {
    column,
    ...limitsOf(values),
    empty: values.every(Number.isNaN),
    rows: values.length,
  };
}
