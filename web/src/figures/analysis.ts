// Calls the analyses of the package, and gives their results in the shapes that
// the figures draw. A result is null where the package refuses the table, for
// example because it has infinite values.

import type { Posenc } from 'posenc';
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
   * The length in rows of the wave that describes a column best; NaN where no
   * wave describes most of it. A length above `rows` is a guess, because the
   * column has less than one cycle; the page does not show it.
   */
  readonly wavelengths: Float64Array;
  /** The number of rows that were analysed. */
  readonly rows: number;
}

export interface Ranks {
  readonly condition: number;
  readonly effectiveRank: number;
}

export interface Analysis {
  pairs(table: Grid, cosine: boolean): Pairs | null;
  waves(table: Grid): Waves | null;
  /** How far the products of all pairs are from one value on each diagonal. */
  toeplitz(table: Grid): number | null;
  ranks(table: Grid): Ranks | null;
  /** The number of rows that are equal to an earlier row. */
  collisions(table: Grid): number | null;
}

/** A wave that explains less than this part of a column is ignored. */
const leastExplained = 0.5;

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

export function createAnalysis({ analysis }: Posenc): Analysis {
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
        const { wavelengths, explained } = analysis.wavelengths(table);
        const { rows, columns } = grid;
        return {
          rows,
          power: {
            values: shares(power.data, columns),
            rows: power.data.length / columns,
            columns,
          },
          wavelengths: wavelengths.map((wavelength, column) =>
            Number.isFinite(wavelength) &&
            (explained[column] as number) >= leastExplained
              ? wavelength
              : Number.NaN,
          ),
        };
      }).value,
    toeplitz: (grid) =>
      attempt(() => analysis.toeplitz(tableOf(grid)).residual).value,
    ranks: (grid) =>
      attempt(() => {
        const found = analysis.singularValues(tableOf(grid));
        const { conditionNumber: condition, effectiveRank } = found;
        return { condition, effectiveRank };
      }).value,
    collisions: (grid) =>
      attempt(() => grid.rows - analysis.collisions(tableOf(grid)).distinct)
        .value,
  };
}
