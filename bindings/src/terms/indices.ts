/**
 * The rows of tables that are indexed by distance, for all methods that have
 * such a table. The mathematics is in `cpp/posenc/relative/indices.hpp` and
 * `grid_indices.hpp`.
 */

import type { Line } from '../arrays/pairs.js';
import { wrongValue } from '../base/errors.js';
import type { Scratch } from '../core/memory.js';
import { type Buckets, deberta, t5, urpe } from './buckets.js';

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
  readonly type: 'bert';
  readonly maxPosition: number;
}

/** Buckets of T5. */
export interface T5Scheme {
  readonly type: 't5';
  readonly buckets: number;
  readonly maxDistance: number;
  readonly bidirectional: boolean;
  readonly positionScale: number;
}

/** Clipped distances of DeBERTa, or its logarithmic buckets. */
export interface DebertaScheme {
  readonly type: 'deberta';
  /** Logarithmic buckets on either side; none if it is left out. */
  readonly buckets?: number | undefined;
  readonly maxRelativePositions: number;
}

/** Signed buckets of URPE. */
export interface UrpeScheme {
  readonly type: 'urpe';
  readonly buckets: number;
  readonly maxDistance: number;
  /** Length of the longest sequence; any, if it is left out. */
  readonly maxLength?: number | undefined;
}

/** Differences of the coordinates of two cells; positions are tokens. */
export interface GridScheme {
  readonly type: 'grid' | 'absoluteGrid';
  /** Rows and columns of the grid. */
  readonly grid: readonly number[];
  /** Number of tokens before the cells. */
  readonly prefix: number;
}

/** How distances become rows. */
export type Scheme =
  | ClipScheme
  | BertScheme
  | T5Scheme
  | DebertaScheme
  | UrpeScheme
  | GridScheme;

/** Finds the row of each distance of a line: int32 [count], -1 for none. */
export type IndexKernel = (line: Line, out: number) => void;

/** A checked scheme. */
export interface PlannedIndices {
  /** Number of rows of the table. */
  readonly rows: number;
  /** What a row depends on: the distance, or the query as well. */
  readonly by: 'distance' | 'query';
  /** Number of tokens, if positions are those of a grid. */
  readonly tokens?: number;
  /** Copies what it needs to the module's memory. */
  load(scratch: Scratch): IndexKernel;
}

/**
 * Plans the rows of a scheme. Errors name the options of the scheme below
 * `path`, such as `scheme.`.
 */
export function planIndices(
  method: string,
  scheme: Scheme,
  path = '',
): PlannedIndices {
  switch (scheme.type) {
    case 'clip':
    case 'zero':
      return planClip(scheme);
    case 'bert': {
      const most = scheme.maxPosition - 1;
      const reach = { left: most, right: most, reversed: true };
      return planClip({ type: 'zero', ...reach });
    }
    case 't5':
      return planBuckets(t5(method, scheme, path));
    case 'urpe':
      return planBuckets(urpe(method, scheme, path));
    case 'deberta': {
      const { buckets, maxRelativePositions: span } = scheme;
      if (buckets === undefined) {
        const [left, right] = [span - 1, span];
        return planClip({ type: 'clip', left, right, reversed: true });
      }
      return planBuckets(deberta(method, { ...scheme, buckets }, path));
    }
    case 'grid':
    case 'absoluteGrid':
      return planGrid(method, scheme);
  }
}

function planClip({
  type: beyond,
  left,
  right,
  reversed = false,
}: ClipScheme): PlannedIndices {
  return {
    rows: left + right + 1,
    by: 'distance',
    load: (scratch) => (line, out) => {
      const { distances, count } = line;
      const how = { left, right, beyond, reversed };
      scratch.check(
        scratch.core.clipIndices({ ...how, distances, count, out }),
      );
    },
  };
}

function planBuckets({ rows, scale, count, write }: Buckets): PlannedIndices {
  return {
    rows,
    by: 'distance',
    load(scratch) {
      const { core } = scratch;
      const starts = scratch.bytes(count * Float64Array.BYTES_PER_ELEMENT);
      scratch.check(
        core.bucketStarts({ ...scale, buckets: count, out: starts }),
      );
      const from = { starts, startCount: count };
      return ({ distances, count }, out) =>
        scratch.check(write(core, { ...from, distances, count, out }));
    },
  };
}

function planGrid(
  method: string,
  { type, grid: [rows = 1, columns = 1], prefix }: GridScheme,
): PlannedIndices {
  const signed = type === 'grid';
  const cells = rows * columns;
  const differences = signed ? (2 * rows - 1) * (2 * columns - 1) : cells;
  const tableRows = differences + (prefix > 0 ? 3 : 0);
  return {
    rows: tableRows,
    by: 'query',
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
