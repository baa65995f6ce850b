/** Gradient of learned tables: parameters and description. */

import { coordinate } from '../arrays/positions.js';
import { axisLength, tableResult } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { offset, rowCount } from './learned-parameters.js';

/** The options of `learnedGradient`, in the order in which they are read. */
export const learnedGradientParameters = {
  /** Gradient of each row that was read, [reads, dim] row-major. Required. */
  upstream: {
    kind: 'floats',
    axes: [
      ['reads', 'dim'],
      ['batch', 'reads', 'dim'],
    ],
  },
  /**
   * Width D of a row. Defaults to the last axis of `upstream` if that is a
   * tensor; otherwise required.
   */
  dim: {
    ...axisLength,
    optional: true,
  },
  /** Number of rows of the table. Required. */
  tableLength: { ...rowCount },
  /** Position of the first read. Defaults to 0. */
  start: {
    ...coordinate,
    default: 0,
  },
  /** Position of each read. Given instead of `start`. Optional. */
  positions: {
    kind: 'positions',
    optional: true,
  },
  /**
   * Row that position 0 reads: position p reads row p + offset. Defaults to 0.
   */
  offset,
  /** Row of the table for padding, which is never learned. Optional. */
  paddingIndex: {
    ...rowCount,
    min: 0,
    optional: true,
  },
  /** Factor with which the rows were read. Defaults to 1. */
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
    'Gradient of a loss by each row of a learned table, from its gradients ' +
    'by the rows that were read.',
  goodAt:
    'Batches: the gradient of a row is rounded once, however often the row was read.',
  badAt:
    'Tables much longer than the batch: the result is dense, with zeros for all rows that were not read.',
  formula: {
    text: 'gradient[r] = scale · sum of upstream[i] where p_i + offset = r',
    latex: 'G_r = s \\sum_{i:\\, p_i + o = r} U_i',
  },
  result: 'Tensor [tableLength, dim]',
  accuracy: 'summed in float64 in the order of upstream, rounded once',
  pitfalls: [
    'For a batch, `positions` has one number for each row of `upstream`: the ' +
      'positions of the second sequence follow those of the first.',
    'Weight decay also moves rows that were never read, as in every framework.',
  ],
} as const satisfies Description;
