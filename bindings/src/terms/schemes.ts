/** Parameters of the rows of tables that are indexed by distance. */

import { WIDEST } from '../describe/common.js';
import type { Parameters } from '../describe/parameters.js';

/** Farthest distance of a scheme. */
const FARTHEST = 2 ** 30;

const distance = {
  kind: 'number',
  integer: true,
  min: 0,
  max: FARTHEST,
} as const;

const count = { ...distance, min: 1, max: WIDEST } as const;

/** Buckets of T5. */
export const t5Scheme = {
  /** Number of buckets, the rows of the table. Defaults to 32. */
  buckets: { ...count, min: 2, default: 32 },
  /**
   * Distance from which on all share the last bucket. Defaults to 128.
   */
  maxDistance: { ...count, max: FARTHEST, default: 128 },
  /**
   * Whether keys behind the query have the other half of the buckets; if not,
   * they share bucket 0. Defaults to `true`.
   */
  bidirectional: { kind: 'boolean', default: true },
  /**
   * Factor of distances, such as 100 for positions on a page from 0 to 1. The
   * product is rounded to float32 and then towards zero. Defaults to 1.
   */
  positionScale: { kind: 'number', default: 1 },
} as const satisfies Parameters;

/** The distances that have a row of their own. */
export const clipScheme = {
  /** Farthest distance before the query that has its own row. Required. */
  left: distance,
  /** Farthest distance behind the query that has its own row. Required. */
  right: distance,
  /**
   * Whether rows count down, so that row 0 is that of the farthest key behind
   * the query. Defaults to `false`.
   */
  reversed: { kind: 'boolean', default: false },
} as const satisfies Parameters;

/** Distances of DeBERTa. */
export const debertaScheme = {
  /**
   * Logarithmic buckets on either side, as in DeBERTa-v2. Defaults to none: a
   * row for each distance.
   */
  buckets: { ...count, min: 4, optional: true },
  /** Distance from which on all share a row. Defaults to 512. */
  maxRelativePositions: { ...count, max: FARTHEST, default: 512 },
} as const satisfies Parameters;

/** Signed buckets of URPE. */
export const urpeScheme = {
  /** Number of buckets; the table has one row more. Defaults to 64. */
  buckets: { ...count, min: 4, default: 64 },
  /** Distance from which on all share the last bucket. Defaults to 128. */
  maxDistance: { ...count, max: FARTHEST, default: 128 },
  /**
   * Length of the longest sequence of the model. Row 0 is the bucket of its
   * farthest key before a query. Defaults to a length that has all buckets.
   */
  maxLength: { ...count, max: FARTHEST, optional: true },
} as const satisfies Parameters;

/** Cells of a grid. */
export const gridScheme = {
  /** Number of rows and columns of the grid. Required. */
  grid: { kind: 'integers', min: 1, max: 2 ** 14, least: 2, most: 2 },
  /**
   * Number of tokens before the cells, such as a class token. If there are any,
   * the table has three rows more: for those that look at cells, for cells that
   * look at them, and for those among each other. Defaults to 0.
   */
  prefix: { ...distance, max: WIDEST, default: 0 },
} as const satisfies Parameters;

/** Parameters of the schemes, by the word that chooses one. */
export const schemes = {
  clip: clipScheme,
  zero: clipScheme,
  t5: t5Scheme,
  bert: {
    /** Length of the longest text of the model. Defaults to 512. */
    maxPosition: { ...count, max: FARTHEST / 2, default: 512 },
  },
  deberta: debertaScheme,
  urpe: urpeScheme,
  grid: gridScheme,
  absoluteGrid: gridScheme,
} as const satisfies Readonly<Record<string, Parameters>>;
