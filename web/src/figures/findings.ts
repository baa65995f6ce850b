// Numbers that describe a table. They are computed from all rows where that is
// quick, and otherwise estimated from every n-th row, which their notes say.

import type { DType } from 'posenc';
import { tableRounding } from 'posenc/absolute';
import type { Rows } from '../methods/rows.js';
import type { Grid } from '../plot/grid.js';
import type { Analysis, Ranks } from './analysis.js';
import { allOr, type Fits } from './part.js';

export interface Finding<Value> {
  /** Null where the package refused to analyse the table. */
  readonly value: Value | null;
  /** The rows and columns of an estimate; empty where all were analysed. */
  readonly note: string;
}

export interface Findings {
  readonly toeplitz: Finding<number>;
  readonly ranks: Finding<Ranks>;
  /** The kind of the table's numbers, whose rounding decides the rank. */
  readonly dtype: DType;
  /** Up to this part of a number, a difference is that of the dtype. */
  readonly rounding: number;
  /** The largest possible rank of the part that was analysed. */
  readonly mostRank: number;
  readonly collisions: Finding<number>;
}

/** The most products of two numbers: a tenth of a second of computing. */
const mostProducts = 2 ** 29;
/** The most rows: the products of all pairs are held in memory. */
const mostPairRows = 2048;
/** The most rotations of two columns: two tenths of a second. */
const mostRotations = 2 ** 27;
const mostRankColumns = 256;

const pairsFit: Fits = (rows, columns) =>
  rows <= mostPairRows && rows * rows * columns <= mostProducts;

const ranksFit: Fits = (rows, columns) =>
  columns <= mostRankColumns && rows * columns * columns <= mostRotations;

/** What findings are of: the values of a table, and their kind. */
export interface Measured {
  readonly values: Grid;
  readonly rows: Rows;
  readonly dtype: DType;
}

export function findingsOf(
  analysis: Analysis,
  { values, rows, dtype }: Measured,
): Findings {
  const pairs = allOr(values, rows, pairsFit);
  const ranked = allOr(values, rows, ranksFit);
  const { table } = ranked;
  return {
    toeplitz: { value: analysis.toeplitz(pairs.table), note: pairs.note },
    ranks: { value: analysis.ranks(table, dtype), note: ranked.note },
    dtype,
    rounding: tableRounding[dtype],
    mostRank: Math.min(table.rows, table.columns),
    // Always of all rows: that is quick, and the rows of a part may collide
    // with rows outside of it.
    collisions: { value: analysis.collisions(values), note: '' },
  };
}
