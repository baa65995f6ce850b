/** The analyses of tables, which are on `pe.analysis`. */

import type { Tensor } from '../arrays/tensor.js';
import type { Heap } from '../core/memory.js';
import {
  type Collisions,
  type CollisionsOptions,
  collisions,
} from './collisions.js';
import {
  type SumOrConcat,
  type SumOrConcatOptions,
  sumOrConcat,
} from './content.js';
import {
  type DistanceCurve,
  type DistanceCurveOptions,
  distanceCurve,
  type Toeplitz,
  toeplitz,
} from './distance.js';
import { type GramOptions, gram } from './gram.js';
import type { Table } from './read-table.js';
import {
  type ShiftMatrix,
  type ShiftMatrixOptions,
  type SingularValues,
  type SingularValuesOptions,
  shiftMatrix,
  singularValues,
} from './values.js';
import {
  type Spectrum,
  spectrum,
  type Wavelengths,
  wavelengths,
} from './waves.js';

/**
 * Analyses of any table of position encodings: a tensor [L, D] of any dtype, `{
 * data, shape }`, or an array of rows. They compute in float64 and give the
 * same bits in every engine.
 *
 * A number that is NaN or beyond 2^480 is a `RangeError` that names the first
 * one. Each call copies the table as float64 to the instance's memory, 8 L D
 * bytes, unless it already lies there as float64; the cost of each analysis is
 * in addition to that.
 */
export interface TableAnalysis {
  /**
   * The Gram map: dot products, or cosines, of all pairs of rows.
   *
   *   formula  G[i, j] = x_i · x_j; with `normalise` divided by |x_i| |x_j|, or
   *            0 if one of these is 0
   *   shapes   table [L, D]; result [L, L], or the part that `rows` and
   *            `columns` select, with the same bits as in the whole map
   *   error    summed in order in float64, D · 2^-53 of the absolute terms, and
   *            rounded once; symmetric bit for bit
   *   cost     rows · columns · D products; 1 MiB of scratch, or four rows of
   *            the map
   *
   * @example
   * ```ts
   * const table = pe.sinusoidal({ length: 128, dim: 16 });
   * const map = pe.analysis.gram(table);
   * map.data[105 * 128 + 106]; // 7.4852
   * pe.analysis.gram(table, { rows: [0, 16], normalise: true }); // [16, 128]
   * ```
   */
  gram<D extends 'float32' | 'float64' = 'float32'>(
    table: Table,
    options?: GramOptions<D>,
  ): Tensor<D>;

  /**
   * Translation invariance: distance of the Gram map from one that depends only
   * on the distance of two positions.
   *
   *   formula  |G - T| / |G| (Frobenius), T[i, j] the mean of G over all pairs
   *            at the distance j - i
   *   shapes   table [L, D]; mean and deviation [L]
   *   error    about 2^-50; a map of zeros has the residual 0
   *   cost     L² / 2 · D products; 100 L bytes
   *
   * @example
   * ```ts
   * pe.analysis.toeplitz(pe.sinusoidal({ length: 512, dim: 128 })).residual;
   * // about 1e-8: rounding
   * ```
   */
  toeplitz(table: Table): Toeplitz;

  /**
   * Similarity of two rows as a function of the distance of their positions.
   *
   *   formula  mean, min and max over pairs with |i - j| = r of x_i · x_j, of
   *            the cosine (0 if a row is zero) or of |x_i - x_j|
   *   shapes   table [L, D]; results [L], r from 0
   *   range    `anchors` are row numbers, each of which is paired with every
   *            row; without them every pair counts once
   *   cost     L² / 2 · D products, or anchors · L · D; 100 L bytes
   *
   * @example
   * ```ts
   * const { mean, min, max } = pe.analysis.distanceCurve(table, {
   *   measure: 'cosine',
   * });
   * ```
   */
  distanceCurve(table: Table, options?: DistanceCurveOptions): DistanceCurve;

  /**
   * Wavelength of the wave that fits each column best, the share of the column
   * that it explains, and the period of a column that repeats.
   *
   * Every column has a wave that fits it best, also a straight line or a decay.
   * Only a share near 1 and a wavelength up to L say that the column is a wave.
   * A square wave repeats, but no single wave explains it.
   *
   *   formula  the f that maximises the share of the variance which the least
   *            squares fit a cos 2πfp + b sin 2πfp + c explains; the search
   *            starts at the peak of a Fourier transform. The period is the
   *            least whole number of rows after which all values come again,
   *            found by the autocorrelation and compared value by value
   *   shapes   table [L, D], L ≥ 2; results [D]
   *   range    wavelengths from 2 to 4 L positions; longer ones are reported as
   *            4 L. A constant column has the wavelength Infinity and the share
   *            1. Periods from 1 to L / 2: two of them have to be there. Values
   *            are equal up to rounding of the dtype, 2^-23 of the column's
   *            largest for float32, but at most 2^-10 of its range
   *   error    1e-5 relative, for a pure wave in float32 with at least one
   *            period. Periods are exact
   *   cost     three transforms and about 30 passes for each column; 200 L
   *            bytes
   *
   * @example
   * ```ts
   * pe.analysis.wavelengths(pe.sinusoidal({ length: 512, dim: 8 })).wavelengths;
   * // 6.28, 6.28, 62.8, 62.8, 628, 628, 2048 (or longer), 2048
   * pe.analysis.wavelengths(pe.code({ length: 64, dim: 6 })).periods;
   * // 2, 4, 8, 16, 32, NaN
   * ```
   */
  wavelengths(table: Table): Wavelengths;

  /**
   * Power of every column at every frequency.
   *
   *   formula  P[k, d] = c_k |Σ_p (x[p, d] - mean) e^(-2πikp/N)|² / (N L), N
   *            the power of two from 2 L up, c_k = 2 but 1 at both ends
   *   shapes   table [L, D], L ≥ 2; power [N/2 + 1, D], frequencies [N/2 + 1].
   *            The powers of a column add up to its variance
   *   error    2^-24 of each power, and log2(N) 2^-52 of the column's largest
   *   cost     2.5 N log2(N) operations a column; the result and 100 L bytes
   *
   * @example
   * ```ts
   * const { power, frequencies } = pe.analysis.spectrum(table);
   * ```
   */
  spectrum(table: Table): Spectrum;

  /**
   * The linear map from the row of a position to the row `shift` positions
   * later, and how well it fits. A sinusoidal table has an exact one, which
   * rotates each pair; a learned table has none.
   *
   *   formula  M = argmin Σ_p |x(p + shift) - M x(p)|²; of several such M, the
   *            one with the smallest norm
   *   shapes   table [L, D]; matrix [D, D], which multiplies a row as a column
   *            vector from the left
   *   range    |shift| < L; singular values up to `tolerance` of the largest
   *            count as 0, and make the condition number Infinity
   *   error    residual 2^-45; matrix 2^-45 times the condition number of the
   *            singular values that count
   *   cost     about 3 L D² + 30 D³ operations; (2 D + 512) 16 D bytes and the
   *            matrix
   *
   * @example
   * ```ts
   * const { matrix, residual } = pe.analysis.shiftMatrix(table, { shift: 3 });
   * ```
   */
  shiftMatrix(table: Table, options?: ShiftMatrixOptions): ShiftMatrix;

  /**
   * Groups of positions that have the same row.
   *
   *   formula  a row joins a group if each of its numbers differs from that of
   *            the group's first row by at most `tolerance`; 0 and -0 are equal
   *   shapes   table [L, D]
   *   cost     with tolerance 0 one pass and a sort, 20 L bytes; else up to L²
   *            / 2 comparisons of rows, most of which end early
   *
   * @example
   * ```ts
   * pe.analysis.collisions([[0, 1], [1, 0], [0, 1]]).groups; // [[0, 2]]
   * ```
   */
  collisions(table: Table, options?: CollisionsOptions): Collisions;

  /**
   * Number of directions that the rows use, and how evenly: singular values,
   * rank, effective rank (Roy and Vetterli 2007), condition number.
   *
   *   formula  X = U S Vᵀ; effective rank = exp(-Σ p ln p), p = s / Σ s
   *   shapes   table [L, D]; values [min(L, D)]
   *   range    values up to `tolerance` of the largest do not count in `rank`:
   *            storing the table may have made them. If one of the values does
   *            not count, the condition number is Infinity, because the table is
   *            singular at the precision of its dtype
   *   error    values within (L + D) 2^-50 of the largest
   *   cost     about 2 L D² + 15 D³ operations; (3 D + 512) 8 D bytes
   *
   * @example
   * ```ts
   * const { effectiveRank, conditionNumber } =
   *   pe.analysis.singularValues(table);
   * ```
   */
  singularValues(table: Table, options?: SingularValuesOptions): SingularValues;

  /**
   * Sum or concatenate: the overlap of positions and embeddings.
   *
   * Cosines near 0 and principal angles near π/2 mean that the two use
   * different directions, so that their sum can be separated again. If the
   * effective rank of the sum is far below that of the concatenation, the sum
   * loses what concatenation would keep.
   *
   *   formula  cosines of all pairs of rows; angles between the subspaces that
   *            hold `energy` of each (Björck and Golub 1973); effective ranks
   *            of embeddings, table, sum and concatenation, where row i goes
   *            with row i mod L of the table
   *   shapes   embeddings [.., D], rows along any axes; table [L, D]
   *   error    angles 1e-6 near 0, where cosines determine them worst;
   *            effective ranks of sum and concatenation 1e-6
   *   cost     rows · L · D products, and decompositions of both tables, of
   *            their sum and of their concatenation; (6 D + 512) 16 D bytes
   *
   * @example
   * ```ts
   * const { cosine, principalAngles, effectiveRank } =
   *   pe.analysis.sumOrConcat({ embeddings, table });
   * ```
   */
  sumOrConcat(options: SumOrConcatOptions): SumOrConcat;
}

/** The analyses of tables, bound to an instance. */
export const tableAnalysis = (heap: Heap): TableAnalysis => ({
  gram: <D extends 'float32' | 'float64'>(
    table: Table,
    options: GramOptions<D> = {},
  ) => gram<D>(heap, table, options),
  toeplitz: (table) => toeplitz(heap, table),
  distanceCurve: (table, options = {}) => distanceCurve(heap, table, options),
  wavelengths: (table) => wavelengths(heap, table),
  spectrum: (table) => spectrum(heap, table),
  shiftMatrix: (table, options = {}) => shiftMatrix(heap, table, options),
  collisions: (table, options = {}) => collisions(heap, table, options),
  singularValues: (table, options = {}) => singularValues(heap, table, options),
  sumOrConcat: (options) => sumOrConcat(heap, options),
});
