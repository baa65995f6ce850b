// What is found of a table in numbers: of all its rows where that is quick, and
// else of every n-th, which each number then says of itself.

import type { Table } from '../methods/table.js';
import type { Analysis, Ranks } from './analysis.js';
import { allOr, type Fits } from './part.js';

export interface Finding<Value> {
  /** Null: the analysis refused the table. */
  readonly value: Value | null;
  /** Which rows and columns it is estimated from; empty where it is all. */
  readonly note: string;
}

export interface Findings {
  readonly toeplitz: Finding<number>;
  readonly ranks: Finding<Ranks>;
  /** The most that the rank of what was analysed can be. */
  readonly mostRank: number;
  readonly collisions: Finding<number>;
}

/** Products of two numbers: a tenth of a second on a usual machine. */
const mostProducts = 2 ** 29;
/** The map of all pairs is held as a whole. */
const mostPairRows = 2048;
/** Rotations of columns by pairs: two tenths of a second. */
const mostRotations = 2 ** 27;
const mostRankColumns = 256;

const pairsFit: Fits = (rows, columns) =>
  rows <= mostPairRows && rows * rows * columns <= mostProducts;

const ranksFit: Fits = (rows, columns) =>
  columns <= mostRankColumns && rows * columns * columns <= mostRotations;

export function findingsOf(
  analysis: Analysis,
  { values, rows }: Table,
): Findings {
  const pairs = allOr(values, rows, pairsFit);
  const ranked = allOr(values, rows, ranksFit);
  const { table } = ranked;
  return {
    toeplitz: { value: analysis.toeplitz(pairs.table), note: pairs.note },
    ranks: { value: analysis.ranks(table), note: ranked.note },
    mostRank: Math.min(table.rows, table.columns),
    // Equal rows are found at once in any table that the page draws; a part of
    // the rows would say nothing of the others.
    collisions: { value: analysis.collisions(values), note: '' },
  };
}
