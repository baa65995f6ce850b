/**
 * What `bindings/embind/analysis.cpp` binds. Nothing here checks.
 *
 * A call takes the address of its arguments: float64 one after another,
 * pointers and sizes among them. `rows` below are three, pointer, count and
 * width; a `meeting` is content rows, position rows and their two scales.
 * Results are statuses where nothing else is said.
 */

/** The functions, by what their lists hold. */
export type AnalysisCall =
  /** x, embeddingScale, table, scale, count, out. */
  | 'addTo'
  /** rows: index of the first number that no analysis takes, or -1. */
  | 'firstUnusable'
  /** rows, out. */
  | 'columnVariances'
  /** rows, row, rows, column, columns, normalise, dtype, out. */
  | 'gram'
  /**
   * rows, measure, anchors and how many, out and how many: of five float64,
   * pairs, mean, min, max, deviation.
   */
  | 'distanceStatistics'
  /** Those and how many: the residual. */
  | 'toeplitzResidual'
  /** rows, out. */
  | 'powerSpectrum'
  /** rows, wavelengths, explained. */
  | 'dominantWaves'
  /** rows, shift, tolerance, matrix, out: residual, condition, rank. */
  | 'shiftMatrix'
  /** rows, tolerance, values, out: how many, rank, effective rank. */
  | 'singularValues'
  /** rows, tolerance, first and how many. */
  | 'collisions'
  /**
   * meeting, out: pairs, mean, mean square, min, max; histogram and how many.
   */
  | 'meetingCosines'
  /**
   * meeting, energy, out: four effective ranks, two dimensions, number of
   * angles; angles and how many.
   */
  | 'meetingSpaces';

export type RawAnalysis = Record<AnalysisCall, (list: number) => number>;
