// Calls the analyses of the package, and gives their results in the shapes that
// the figures draw. A result is null where the package refuses the table, for
// example because it has infinite values.

import type { DType, Posenc } from 'posenc';
import { tableRounding } from 'posenc/absolute';
import type { Grid } from '../plot/grid.js';
import { attempt } from '../shell/failure.js';

/** Mean and extremes over all pairs of rows, by their distance. */
export interface Curve {
  readonly mean: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

export interface Pairs {
  /** The dot products, or the cosines, of all pairs of rows. */
  readonly gram: Grid;
  readonly curve: Curve;
}

export interface Waves {
  /** The part of each column's power at each frequency. */
  readonly power: Grid;
  /**
   * The rows after which a column repeats, or the length in rows of the wave
   * that it is; Infinity where it makes no whole cycle in the rows, NaN where
   * it is no wave of one length.
   */
  readonly lengths: Float64Array;
  /** Whether a column repeats exactly, by column. */
  readonly exact: readonly boolean[];
  /** The number of rows that were analysed. */
  readonly rows: number;
}

export interface Ranks {
  /** Infinity where the table is singular at the precision of its numbers. */
  readonly condition: number;
  readonly rank: number;
  readonly effectiveRank: number;
}

export interface Analysis {
  pairs(table: Grid, cosine: boolean): Pairs | null;
  waves(table: Grid): Waves | null;
  /** How far the products of all pairs are from one value on each diagonal. */
  toeplitz(table: Grid): number | null;
  ranks(table: Grid, dtype: DType): Ranks | null;
  /** The number of rows that are equal to an earlier row. */
  collisions(table: Grid): number | null;
}

/** A column of which one wave explains less is no wave of one length. */
const leastExplained = 0.99;
/** Up to this part the length of a wave and a period are the same. */
const sameLength = 1e-3;

function tableOf({ values, rows, columns }: Grid) {
  return { data: values, shape: [rows, columns] };
}

/** Each column divided by its sum; columns whose sum is 0 stay. */
function shares(values: Float32Array, columns: number): Float32Array {
  const sums = new Float64Array(columns);
  for (let i = 0; i < values.length; i++) {
    sums[i % columns] = (sums[i % columns] as number) + (values[i] as number);
  }
  return values.map((value, i) => value / (sums[i % columns] || 1));
}

/**
 * What a column is: `wavelength` is that of the wave that explains the part
 * `share` of it, `period` is NaN where it does not repeat.
 */
export function waveOf(
  wavelength: number,
  share: number,
  period: number,
  rows: number,
): { readonly length: number; readonly exact: boolean } {
  const constant = wavelength === Infinity;
  if (constant) return { length: Number.NaN, exact: false };
  const single = share >= leastExplained;
  const same = Math.abs(wavelength / period - 1) <= sameLength;
  // A wave of 5⅓ rows comes again after 16 rows, but is no shorter for it.
  if (period > 0 && (!single || same)) return { length: period, exact: true };
  if (!single) return { length: Number.NaN, exact: false };
  return { length: wavelength <= rows ? wavelength : Infinity, exact: false };
}

/** Those of the package's analyses that are used. */
type Given = Pick<
  Posenc['analysis'],
  | 'gram'
  | 'distanceCurve'
  | 'spectrum'
  | 'wavelengths'
  | 'toeplitz'
  | 'singularValues'
  | 'collisions'
>;

export function createAnalysis({
  analysis,
}: {
  readonly analysis: Given;
}): Analysis {
  return {
    pairs: (grid, cosine) =>
      attempt(() => {
        const table = tableOf(grid);
        const { data } = analysis.gram(table, { normalise: cosine });
        const measure = cosine ? 'cosine' : 'dot';
        return {
          gram: { values: data, rows: grid.rows, columns: grid.rows },
          curve: analysis.distanceCurve(table, { measure }),
        };
      }).value,
    waves: (grid) =>
      attempt(() => {
        const table = tableOf(grid);
        const { power } = analysis.spectrum(table);
        const found = analysis.wavelengths(table);
        const { rows, columns } = grid;
        const lines = Array.from(found.wavelengths, (wavelength, column) => {
          const share = found.explained[column] as number;
          const period = found.periods[column] as number;
          return waveOf(wavelength, share, period, rows);
        });
        return {
          rows,
          power: {
            values: shares(power.data, columns),
            rows: power.data.length / columns,
            columns,
          },
          lengths: Float64Array.from(lines, ({ length }) => length),
          exact: lines.map(({ exact }) => exact),
        };
      }).value,
    toeplitz: (grid) =>
      attempt(() => analysis.toeplitz(tableOf(grid)).residual).value,
    ranks: (grid, dtype) =>
      attempt(() => {
        // The numbers of a part are those of the table, in another array.
        const tolerance = tableRounding[dtype];
        const found = analysis.singularValues(tableOf(grid), { tolerance });
        const { conditionNumber: condition, rank, effectiveRank } = found;
        return { condition, rank, effectiveRank };
      }).value,
    collisions: (grid) =>
      attempt(() => grid.rows - analysis.collisions(tableOf(grid)).distinct)
        .value,
  };
}
