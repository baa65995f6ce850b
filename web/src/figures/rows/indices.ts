// The row of a learned table that each pair of positions reads: what clipping
// and buckets make of distances.

import type { Attention } from 'posenc/attention';

import type { Grid } from '../../plot/grid.js';
import { PageLimit } from '../../shell/failure.js';
import type { Options } from '../../state/spec.js';
import { findRelativeRows } from './find.js';

/** The most positions that are drawn. */
const mostPositions = 512;

export interface Indices {
  /** How distances become rows. */
  readonly scheme: Options;
  /** The rows, [positions, positions]; NaN where a pair reads none. */
  readonly grid: Grid;
  /** How many different rows are read. */
  readonly distinct: number;
}

export function computeIndices(
  pe: Attention,
  scheme: Options,
  size: number,
): Indices {
  if (!Number.isInteger(size) || size < 1 || size > mostPositions) {
    const message = `size must be an integer from 1 to ${mostPositions}, got ${size}`;
    throw new PageLimit({ code: 'PAGE_RANGE', param: 'size', message });
  }
  const rows = findRelativeRows(pe, scheme, { queries: size });
  const read = rows.filter((row) => row >= 0);
  return {
    scheme,
    grid: {
      values: Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : row)),
      rows: size,
      columns: size,
    },
    distinct: new Set(read).size,
  };
}
