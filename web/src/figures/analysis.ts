// What the package's analysis says about a table, in the shapes that the
// figures draw. Only this file knows the calls. What an analysis refuses, such
// as a table with infinite values, is null.

import type { Posenc } from 'posenc';
import type { Grid } from '../plot/grid.js';
import { attempt } from '../shell/failure.js';

/** Mean and extremes of all pairs of rows that are so far apart. */
export interface Curve {
  readonly mean: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

export interface Pairs {
  /** Dot products of all pairs of rows, or their cosines. */
  readonly gram: Grid;
  readonly curve: Curve;
}

export interface Waves {
  /** Share of each column's power by frequency, [frequencies x columns]. */
  readonly power: Grid;
  /**
   * Rows of the wave that describes a column best; NaN where no wave makes up
   * most of it. More than `rows` where a column has not made a whole turn: how
   * much more is a guess, which nothing on the page repeats.
   */
  readonly wavelengths: Float64Array;
  /** How many rows were looked at. */
  readonly rows: number;
}

export interface Ranks {
  readonly condition: number;
  readonly effectiveRank: number;
}

export interface Analysis {
  pairs(table: Grid, cosine: boolean): Pairs | null;
  waves(table: Grid): Waves | null;
  /** How far the map of all pairs is from one value on each diagonal. */
  toeplitz(table: Grid): number | null;
  ranks(table: Grid): Ranks | null;
  /** Rows that are equal to an earlier one. */
  collisions(table: Grid): number | null;
}

/** A wave that explains less of a column is not what the column is. */
const leastExplained = 0.5;

function tableOf({ values, rows, columns }: Grid) {
  return { data: values, shape: [rows, columns] };
}

/** Each column divided by its sum, for columns that have one. */
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
