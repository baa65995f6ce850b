/** Hierarchically extended tables: parameters and description. */

import { axisLength, tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { rowCount, seed } from './learned-parameters.js';

/** The options of `hierarchical`, in the order in which they are read. */
export const hierarchicalParameters = {
  ...tableRows,
  /**
   * Width D of a row. Defaults to the width of `table` if that is a tensor;
   * otherwise required.
   */
  dim: axisLength,
  /** The table, [n, dim] row-major. Defaults to a table drawn from `seed`. */
  table: { kind: 'floats', axes: ['rows', 'dim'], optional: true },
  /**
   * Number n of rows of a drawn table; a `table` with a shape must have as many.
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
   * Weight of the coarse part a: between 0 and 1, but not 1/2, with which a·n +
   * b and b·n + a would have the same row. Defaults to 0.4.
   */
  alpha: {
    kind: 'number',
    min: 2 ** -20,
    max: 1 - 2 ** -20,
    default: 0.4,
  },
  ...tableResult,
} as const satisfies Parameters;

export const hierarchicalDescription = {
  title: 'Hierarchical extension',
  family: 'table',
  summary:
    'Extends a learned table of n rows to up to n² rows: position a·n + b ' +
    'mixes rows a and b, and the first n rows stay as they are.',
  goodAt:
    'Lengths far beyond training: BERT with its 512 positions can be ' +
    'fine-tuned for thousands, and its first 512 do not change.',
  badAt:
    'Telling blocks apart with a small `alpha`: rows a·n + b then change little with a.',
  formula: {
    text:
      'PE[a·n + b] = alpha · u[a] + (1 - alpha) · u[b], ' +
      'u[i] = (table[i] - alpha · table[0]) / (1 - alpha)',
    latex:
      '\\mathrm{PE}_{an+b} = \\alpha u_a + (1 - \\alpha) u_b,\\quad ' +
      'u_i = \\frac{T_i - \\alpha T_0}{1 - \\alpha}',
  },
  paper: {
    title:
      'Hierarchical decomposition of position encodings, so that BERT can ' +
      'handle very long text (blog, in Chinese)',
    authors: 'Su',
    year: 2020,
    url: 'https://kexue.fm/archives/7947',
  },
  result: 'Tensor [positions, dim]',
  accuracy:
    'rows below n are those of the table; others are within 0.51 ulp of ' +
    'float32 of the largest term',
  example: { length: 256, dim: 64, tableLength: 96 },
  pitfalls: [
    'The rows that are mixed are u, not the table itself: alpha · table[a] + ' +
      '(1 - alpha) · table[b] would change the first n rows.',
    'With `alpha` above 1/2 the coarse part outweighs the fine one.',
  ],
} as const satisfies Description;
