/** Tiled tables: parameters and description. */

import { axisLength, tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { prefix, rowCount, seed } from './learned-parameters.js';

/** The options of `tile`, in the order in which they are read. */
export const tileParameters = {
  ...tableRows,
  /**
   * Width D of a row. Defaults to the width of `table` if that is a tensor;
   * otherwise required.
   */
  dim: axisLength,
  /**
   * The table, [rows, dim] row-major. Defaults to a table drawn from `seed`.
   */
  table: { kind: 'floats', axes: ['rows', 'dim'], optional: true },
  /**
   * Number of rows of a drawn table; a `table` with a shape must have as many.
   * Defaults to 512.
   */
  tableLength: {
    ...rowCount,
    default: 512,
  },
  /**
   * Seed of the drawn table, which is the same in every engine. Defaults to 0.
   */
  seed,
  /**
   * Number of leading rows that occur once and are not repeated, such as class
   * tokens or padding. Defaults to 0.
   */
  prefix,
  ...tableResult,
} as const satisfies Parameters;

export const tileDescription = {
  title: 'Tiled learned table',
  family: 'table',
  summary:
    'Repeats a learned table to make a longer one, as Longformer did with ' +
    'the table of RoBERTa.',
  goodAt:
    'A starting point for further training: within each copy, neighbouring ' +
    'rows are those that the model knows.',
  badAt:
    'Positions one copy apart have the same row, and there is a seam between ' +
    'two copies.',
  formula: {
    text:
      'PE[p] = table[p] for p < prefix, ' +
      'else table[prefix + (p - prefix) mod (R - prefix)]',
    latex:
      '\\mathrm{PE}_p = T_{c + ((p - c)\\;\\mathrm{mod}\\;(R - c))},' +
      '\\quad p \\ge c',
  },
  paper: {
    title: 'Longformer: The Long-Document Transformer',
    authors: 'Beltagy et al.',
    year: 2020,
    arxiv: '2004.05150',
  },
  result: 'Tensor [positions, dim]',
  accuracy: 'the table itself, rounded once to the dtype',
  example: { length: 256, dim: 64, tableLength: 64 },
  pitfalls: [
    "`length` counts the prefix: Longformer's 2 + 4096 rows come from " +
      "RoBERTa's 2 + 512 with `length: 4098, prefix: 2`.",
    'Copies of a row stay indistinguishable until the model is trained further.',
  ],
} as const satisfies Description;
