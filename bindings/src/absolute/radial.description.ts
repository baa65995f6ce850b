/** Radial basis functions: parameters and description. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { spanParameter } from './span-parameter.js';

/** The options of `radial`, in the order in which they are read. */
export const radialParameters = {
  ...tableRows,
  /** Number of centres; a single centre lies in the middle. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /**
   * Standard deviation of a bell, in positions. Defaults to the distance
   * between centres, or a quarter of the span if there is one centre.
   */
  width: {
    kind: 'number',
    min: 2 ** -20,
    max: 2 ** 60,
    optional: true,
  },
  /**
   * Number of positions of the whole sequence, which begins at 0. Defaults to
   * `length`, but at least 2; required with `positions`.
   */
  span: spanParameter,
  ...tableResult,
} as const satisfies Parameters;

export const radialDescription = {
  title: 'Gaussian (radial basis)',
  family: 'table',
  summary:
    'Gaussian bells over the position, with centres spread evenly over the ' +
    'span: a soft one-hot code.',
  goodAt:
    'Local functions of the position and fractional positions: neighbours ' +
    'have similar rows, distant positions do not.',
  badAt:
    'Positions outside the span, whose rows soon become zeros; with few ' +
    'centres, neighbours blur.',
  formula: {
    text: 'PE[p, k] = exp(-(p - c_k)² / (2·width²)), c_k = k·(span-1)/(dim-1)',
    latex:
      '\\mathrm{PE}_{p,k} = \\exp\\left(-\\frac{(p - c_k)^2}{2\\sigma^2}' +
      '\\right),\\quad c_k = k\\,\\frac{L-1}{D-1}',
  },
  paper: {
    title: 'Multivariable Functional Interpolation and Adaptive Networks',
    authors: 'Broomhead and Lowe',
    year: 1988,
  },
  result: 'Tensor [positions, dim]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 1 ulp, and 0 below ' +
    '2^-1021',
  example: { length: 128, dim: 32 },
  pitfalls: [
    'With a `width` below half the distance between centres, rows of ' +
      'positions between two centres vanish; with a much larger one, all ' +
      'columns are alike.',
    'The centres move with the span: a table for another span has other rows.',
  ],
} as const satisfies Description;
