// What the worker of tables can be asked. It holds tables under numbers that the
// page gives; a picture, a row or an analysis needs no more than that number.

import type { DType } from 'posenc';
import type { Made } from '../../engine/client.js';
import type { Rows } from '../../methods/rows.js';
import type { Span } from '../../plot/crop.js';
import type { Grid } from '../../plot/grid.js';
import type { Look } from '../../plot/resample.js';
import type { Pairs, Waves } from '../analysis.js';
import type { ClippedRange } from '../colour-range.js';
import type { DifferenceFacts } from '../compare/difference.js';
import type { Findings } from '../findings.js';
import type { PartNote } from '../part.js';

/** What is drawn: a table that is held, one of its columns, or a small grid. */
export type Source =
  | { readonly held: number }
  | { readonly held: number; readonly column: number; readonly extra: number }
  | { readonly grid: Grid };

export interface PaintAsk {
  readonly source: Source;
  /** Cells in a row, where a column is drawn as an image. */
  readonly across?: number;
  readonly width: number;
  readonly height: number;
  readonly look: Look;
}

/**
 * A column of what is drawn. Where it has more rows than the chart can show it
 * is an envelope: `low` and `high` hold the least and the most of each of its
 * equal stretches of rows, and are the same array where every row is there.
 */
export interface ColumnLine {
  readonly column: number;
  readonly low: Float64Array<ArrayBuffer>;
  readonly high: Float64Array<ArrayBuffer>;
}

/** The least and the most of a column of values. */
export interface ColumnLimits {
  readonly column: number;
  readonly low: number;
  readonly high: number;
  /** Whether it holds no number at all. */
  readonly empty: boolean;
  readonly rows: number;
}

/** A job: what goes in, and what comes out. */
interface Job<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

export interface TableJobs {
  /** Keeps a table under a number, and finds the range of its colours. */
  hold: Job<
    {
      readonly held: number;
      readonly made: Made;
      readonly exact: Made | null;
    },
    { readonly range: ClippedRange }
  >;
  /**
   * Keeps the difference of two tables that are held, and finds the range of
   * its colours, which is symmetric, and one range for both tables.
   */
  compare: Job<
    {
      readonly held: number;
      readonly first: number;
      readonly second: number;
    },
    {
      readonly range: ClippedRange;
      readonly shared: ClippedRange;
      readonly facts: DifferenceFacts;
    }
  >;
  /** Forgets a table. */
  drop: Job<{ readonly held: number }, null>;
  /** The pixels of a picture; a coarse picture of a large table comes first. */
  paint: Job<PaintAsk, Uint32Array<ArrayBuffer>>;
  /** A row of what is drawn. */
  row: Job<
    { readonly held: number; readonly row: number },
    Float64Array<ArrayBuffer>
  >;
  /** All numbers of what is drawn. */
  whole: Job<{ readonly held: number }, Float32Array | Float64Array>;
  /** How alike a row is to each: the cosines of what is drawn. */
  alike: Job<
    { readonly held: number; readonly row: number },
    Float64Array<ArrayBuffer>
  >;
  lines: Job<
    {
      readonly held: number;
      readonly columns: readonly number[];
      /** The rows that are shown. */
      readonly rows: Span;
      /** The most points that a line may have. */
      readonly points: number;
    },
    readonly ColumnLine[]
  >;
  limits: Job<{ readonly held: number; readonly column: number }, ColumnLimits>;
  pairs: Job<
    { readonly held: number; readonly rows: Rows; readonly cosine: boolean },
    { readonly pairs: Pairs | null; readonly part: PartNote }
  >;
  waves: Job<
    { readonly held: number; readonly rows: Rows },
    { readonly waves: Waves | null; readonly part: PartNote }
  >;
  findings: Job<
    { readonly held: number; readonly rows: Rows; readonly dtype: DType },
    Findings
  >;
}
