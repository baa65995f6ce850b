/** Gradient of learned tables: all that is known about the method. */

import { coordinate } from '../arrays/positions.js';
import { tableResult } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { offset, rowCount, tableDim } from './learned-parameters.js';

/** The options of `learnedGradient`, in the order in which they are read. */
export const learnedGradientParameters = {
  /** Gradient of each row that was read, [reads, dim] row-major. Required. */
  upstream: {
    kind: 'floats',
  },
  /**
   * Width D of a row. Defaults to the last axis of an `upstream` given as a
   * tensor; otherwise required.
   */
  dim: {
    ...tableDim,
    optional: true,
  },
  /** Number of rows of the table. Required. */
  tableLength: { ...rowCount },
  /** Position of the first read. Defaults to 0. */
  start: {
    ...coordinate,
    default: 0,
  },
  /** Positions of the reads one by one. Instead of `start`. */
  positions: {
    kind: 'positions',
    optional: true,
  },
  /**
   * Row of position 0: the table is read at position + offset. Defaults to
   * 0.
   */
  offset,
  /** Row of the table that padding has, which is never learned. Optional. */
  paddingIndex: {
    ...rowCount,
    min: 0,
    optional: true,
  },
  /** Factor that the rows were read with. Defaults to 1. */
  scale: {
    kind: 'number',
    min: -(2 ** 60),
    max: 2 ** 60,
    default: 1,
  },
  ...tableResult,
} as const satisfies Parameters;

export const learnedGradientDescription = {
  title: 'Gradient of a learned table',
  summary:
    'What a loss says of each row of a learned table, from what it says of ' +
    'the rows that were read.',
  goodAt: 'Batches: however often a row was read, its sum is rounded once.',
  badAt: 'Tables much longer than the batch: rows never read are zeros.',
  formula: {
    text: 'gradient[r] = scale · sum of upstream[i] where p_i + offset = r',
    latex: 'G_r = s \\sum_{i:\\, p_i + o = r} U_i',
  },
  result: 'Tensor [tableLength, dim]',
  accuracy: 'summed in float64 in the order of upstream, rounded once',
  pitfalls: [
    'Of a batch, `positions` has one number for each row of upstream: those ' +
      'of the second sequence follow those of the first.',
    'Weight decay moves rows that were never read, as in every framework.',
  ],
} as const satisfies Description;
