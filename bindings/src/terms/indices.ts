/**
 * The rows of tables that are indexed by distance: those of clipped distances and
 * of grids. Logarithmic buckets are in `buckets.ts`. The mathematics is in
 * `cpp/posenc/relative/indices.hpp` and `grid_indices.hpp`.
 */

import type { Line } from '../arrays/pairs.js';
import { wrongValue } from '../base/errors.js';
import type { Scratch } from '../core/memory.js';

/** A row for each distance from `-left` to `right`, key minus query. */
export interface ClipScheme {
  /**
   * What a distance beyond them gets: the row of the nearest, or none (`zero`).
   */
  readonly type: 'clip' | 'zero';
  readonly left: number;
  readonly right: number;
  /** Whether rows count down: row 0 is that of `right`. */
  readonly reversed?: boolean | undefined;
}

/** A row for each distance below `maxPosition`, query minus key, as in BERT. */
export interface BertScheme {
  readonly maxPosition: number;
}

/** Differences of the coordinates of two cells; positions are tokens. */
export interface GridScheme {
  readonly type: 'grid' | 'absoluteGrid';
  /** Rows and columns of the grid. */
  readonly grid: readonly number[];
  /** Number of tokens before the cells. */
  readonly prefix: number;
}

/** Finds the row of each distance of a line: int32 [count], -1 for none. */
export type IndexKernel = (line: Line, out: number) => void;

/** A checked scheme. */
export interface PlannedIndices {
  /** Number of rows of the table. */
  readonly rows: number;
  /**
   * Whether a row depends on the position of the query, besides the distance.
   * Defaults to false.
   */
  readonly byQuery?: boolean | undefined;
  /** Number of tokens, if positions are those of a grid. */
  readonly tokens?: number;
  /** Copies what it needs to the instance's memory. */
  load(scratch: Scratch): IndexKernel;
}

/** Plans the rows of clipped distances. */
export function planClip({
  type: beyond,
  left,
  right,
  reversed = false,
}: ClipScheme): PlannedIndices {
  return {
    rows: left + right + 1,
    load: (scratch) => (line, out) => {
      const { distances, count } = line;
      const how = { left, right, beyond, reversed };
      scratch.check(
        scratch.core.clipIndices({ ...how, distances, count, out }),
      );
    },
  };
}

/** Plans the rows of distances as in BERT. */
export function planBert({ maxPosition }: BertScheme): PlannedIndices {
  const most = maxPosition - 1;
  const reach = { left: most, right: most, reversed: true };
  return planClip({ type: 'zero', ...reach });
}

/** Plans the rows of the cells of a grid. */
export function planGrid(
  method: string,
  { type, grid: [rows = 1, columns = 1], prefix }: GridScheme,
): PlannedIndices {
  const signed = type === 'grid';
  const cells = rows * columns;
  const differences = signed ? (2 * rows - 1) * (2 * columns - 1) : cells;
  const tableRows = differences + (prefix > 0 ? 3 : 0);
  return {
    rows: tableRows,
    byQuery: true,
    tokens: cells + prefix,
    load: (scratch) => (line, out) => {
      const grid = { rows, columns, prefix, absolute: !signed };
      const status = scratch.core.gridIndices({ ...grid, ...line, out });
      if (status === 'bad-value') {
        throw notToken(scratch, method, line, cells + prefix);
      }
      scratch.check(status);
    },
  };
}

/** The error for the first position of a line that is no token of the grid. */
function notToken(
  { heap }: Scratch,
  method: string,
  { query, distances, count }: Line,
  tokens: number,
) {
  const isToken = (position: number) =>
    Number.isInteger(position) && position >= 0 && position < tokens;
  const rule = `tokens of the grid, whole numbers from 0 to ${tokens - 1}`;
  if (!isToken(query)) throw wrongValue(method, 'queryPositions', rule, query);
  const keys = new Float64Array(heap.buffer, distances, count);
  const wrong = keys.find((distance) => !isToken(query + distance)) ?? 0;
  return wrongValue(method, 'keyPositions', rule, query + wrong);
}
