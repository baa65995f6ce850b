/** Radial basis functions: all that is known about the method. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { spanParameter } from './span-parameter.js';

/** The options of `radial`, in the order in which they are read. */
export const radialParameters = {
  ...tableRows,
  /** Number of centres; a single one lies in the middle. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /**
   * Standard deviation of a bell, in positions. Defaults to the distance
   * between centres, of a single one a quarter of the span.
   */
  width: {
    kind: 'number',
    min: 2 ** -20,
    max: 2 ** 60,
    optional: true,
  },
  /**
   * Number of positions that make the whole, from 0 on. Defaults to
   * `length`, but at least 2; required with `positions`.
   */
  span: spanParameter,
  ...tableResult,
} as const satisfies Parameters;

export const radialDescription = {
  title: 'Gaussian (radial basis)',
  family: 'table',
  summary:
    'Bells over the position, their centres spread evenly over the span: a ' +
    'soft one-hot code.',
  goodAt:
    'Local functions of the position, and positions between whole ones: ' +
    'neighbours look alike, far ones do not.',
  badAt:
    'Lengths other than the span: outside it all rows are zeros, and with ' +
    'few centres positions blur.',
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
    'With a width below half the distance of the centres, positions between ' +
      'two of them vanish; far above it all columns are alike.',
    'The centres move when the span does: a table of another length is ' +
      'another table.',
  ],
} as const satisfies Description;
