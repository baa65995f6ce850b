/** Polynomials of the position: parameters and description. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { spanParameter } from './span-parameter.js';

/** The options of `polynomial`, in the order in which they are read. */
export const polynomialParameters = {
  ...tableRows,
  /** Number of columns: degrees 0 to dim - 1. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /**
   * Family of polynomials: `monomial` is powers, `chebyshev` Chebyshev's of the
   * first kind, `legendre` Legendre's. Defaults to `'chebyshev'`.
   */
  basis: {
    kind: 'choice',
    choices: ['monomial', 'chebyshev', 'legendre'],
    default: 'chebyshev',
  },
  /**
   * Interval to which the span is mapped: `unit` is [0, 1], `symmetric` is [-1,
   * 1]. Defaults to `'symmetric'`.
   */
  domain: {
    kind: 'choice',
    choices: ['unit', 'symmetric'],
    default: 'symmetric',
  },
  /**
   * Number of positions of the whole sequence, which begins at 0. Defaults to
   * `length`, but at least 2; required with `positions`.
   */
  span: spanParameter,
  ...tableResult,
} as const satisfies Parameters;

export const polynomialDescription = {
  title: 'Polynomial',
  family: 'table',
  summary:
    'Powers, Chebyshev or Legendre polynomials of the position in a fixed ' +
    'interval, one degree for each column.',
  goodAt:
    'Smooth functions of the position within a known length, in few columns; ' +
    'Legendre columns are nearly orthogonal over the span.',
  badAt:
    'Positions outside the span, where values explode; columns of powers are ' +
    'nearly linearly dependent (see the condition number).',
  formula: [
    {
      when: { basis: 'monomial' },
      text: 'PE[p, k] = x^k',
      latex: '\\mathrm{PE}_{p,k} = x^k',
    },
    {
      when: { basis: 'chebyshev' },
      usual: true,
      text: 'PE[p, k] = T_k(x) = cos(k · arccos x)',
      latex: '\\mathrm{PE}_{p,k} = T_k(x),\\quad T_{k+1} = 2x\\,T_k - T_{k-1}',
    },
    {
      when: { basis: 'legendre' },
      text: 'PE[p, k] = P_k(x), (k+1)·P_(k+1) = (2k+1)·x·P_k - k·P_(k-1)',
      latex:
        '\\mathrm{PE}_{p,k} = P_k(x),\\quad ' +
        '(k+1)\\,P_{k+1} = (2k+1)\\,x\\,P_k - k\\,P_{k-1}',
    },
    {
      when: { domain: 'symmetric' },
      usual: true,
      text: 'x = 2·p/(span-1) - 1',
      latex: 'x = \\frac{2p}{L-1} - 1',
    },
    {
      when: { domain: 'unit' },
      text: 'x = p/(span-1)',
      latex: 'x = \\frac{p}{L-1}',
    },
  ],
  result: 'Tensor [positions, dim]',
  accuracy:
    'for dim ≤ 4096: float32 ≤ 0.75 ulp, float16 and bfloat16 ≤ 0.51 ulp, ' +
    'also near zeros; float64 ≤ the larger of 1 ulp and dim² · 2^-104',
  example: { length: 128, dim: 8, basis: 'chebyshev' },
  pitfalls: [
    'Outside the span, values grow like (2x)^k, up to Infinity where the ' +
      'dtype cannot hold them. Let `span` be the longest length that will ' +
      'occur.',
    'Recurrences in float32 lose half of their digits by degree 1000; these ' +
      'tables lose none.',
    'High powers of x in [-1, 1] are almost 0 except at the two ends: from ' +
      'degree 20 on, a table of powers is nearly singular.',
  ],
} as const satisfies Description;
