/** Polynomials of the position: all that is known about the method. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { spanParameter } from './span-parameter.js';

/** The options of `polynomial`, in the order in which they are read. */
export const polynomialParameters = {
  ...tableRows,
  /** Number of degrees, from 0 on. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /**
   * Which polynomials: powers, Chebyshev's of the first kind, or Legendre's.
   * Defaults to `'chebyshev'`.
   */
  basis: {
    kind: 'choice',
    choices: ['monomial', 'chebyshev', 'legendre'],
    default: 'chebyshev',
  },
  /**
   * Where the span lies: `unit` is [0, 1], `symmetric` [-1, 1]. Defaults to
   * `'symmetric'`.
   */
  domain: {
    kind: 'choice',
    choices: ['unit', 'symmetric'],
    default: 'symmetric',
  },
  /**
   * Number of positions that make the whole, from 0 on. Defaults to
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
    'interval, one degree a column.',
  goodAt:
    'Smooth functions of the position inside a known length, in few columns; ' +
    'Chebyshev and Legendre columns hardly overlap.',
  badAt:
    'Anything outside the span, where they explode; powers are nearly the ' +
    'same column again and again (see the condition number).',
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
    'next to the zeros too; float64 ≤ 1 ulp, or dim² · 2^-104 where a zero ' +
    'is so near that this is more',
  example: { length: 128, dim: 8, basis: 'chebyshev' },
  pitfalls: [
    'Outside the span numbers grow like (2x)^k: what the dtype cannot hold is ' +
      'Infinity. Give `span` the longest length there will be.',
    'In float32 the recurrences lose half of their digits by degree 1000; ' +
      'these tables do not.',
    'Powers of x in [-1, 1] of high degree are 0 but at the two ends, and ' +
      'their table is as good as singular from degree 20 on.',
  ],
} as const satisfies Description;
