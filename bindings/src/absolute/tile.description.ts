/** Tiled tables: all that is known about the method. */

import { tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { prefix, rowCount, seed, tableDim } from './learned-parameters.js';

/** The options of `tile`, in the order in which they are read. */
export const tileParameters = {
  ...tableRows,
  /**
   * Width D of a row. Defaults to that of a `table` given as a tensor;
   * otherwise required.
   */
  dim: tableDim,
  /** The table, [rows, dim] row-major. Defaults to one drawn from `seed`. */
  table: {
    kind: 'floats',
    optional: true,
  },
  /** Number of rows of a drawn table. Defaults to 512. */
  tableLength: {
    ...rowCount,
    default: 512,
  },
  /**
   * Which table is drawn if none is given: the same one everywhere. Defaults
   * to 0.
   */
  seed,
  /**
   * Rows in front that are kept once, as they are: class tokens, padding.
   * Defaults to 0.
   */
  prefix,
  ...tableResult,
} as const satisfies Parameters;

export const tileDescription = {
  title: 'Tiled learned table',
  family: 'table',
  summary:
    'A longer table by repeating a learned one, as Longformer began with ' +
    "RoBERTa's.",
  goodAt:
    'A start for more training: within each copy, neighbours are what the ' +
    'model knows.',
  badAt:
    'Positions a copy apart have the same row, and between two copies is a ' +
    'seam.',
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
    'Repeated rows are told apart by nothing until the model is trained on.',
  ],
} as const satisfies Description;
