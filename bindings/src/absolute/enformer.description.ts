/** Enformer's relative position features: parameters and description. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The options of `enformer`, in the order in which they are read. */
export const enformerParameters = {
  ...tableRows,
  /**
   * Number of all features: n of each class, twice as many with `withSign`.
   * Required.
   */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /**
   * Length L of the sequence; distances in it go from 1 - L to L - 1. Required.
   */
  seqLength: {
    kind: 'number',
    integer: true,
    min: 1,
    max: LARGEST_POSITION,
  },
  /** Whether the features include exponential decays. Defaults to `true`. */
  exponential: {
    kind: 'boolean',
    default: true,
  },
  /** Whether the features include central masks. Defaults to `true`. */
  centralMask: {
    kind: 'boolean',
    default: true,
  },
  /** Whether the features include gamma densities. Defaults to `true`. */
  gamma: {
    kind: 'boolean',
    default: true,
  },
  /**
   * Whether all features are repeated, multiplied by the sign of the position.
   * Defaults to `true`.
   */
  withSign: {
    kind: 'boolean',
    default: true,
  },
  /**
   * Divisor of the gamma features: `table` is the largest of all of them over
   * all whole distances below L, as in the original; `row` is the largest of
   * their row, as in enformer-pytorch. Defaults to `'table'`.
   */
  normalise: {
    kind: 'choice',
    choices: ['table', 'row'],
    default: 'table',
  },
  ...tableResult,
} as const satisfies Parameters;

export const enformerDescription = {
  title: 'Enformer features',
  family: 'table',
  summary:
    'Decays, central masks and gamma densities of the signed distance, from ' +
    'which Enformer makes its relative keys.',
  goodAt:
    'Signed distances up to a known length: near ones are told apart finely, ' +
    'far ones coarsely.',
  badAt:
    'Lengths other than `seqLength`, which is built into every half-life and ' +
    'density.',
  formula: [
    {
      when: { exponential: true },
      usual: true,
      text: 'decay m: 2^(-|r| / 2^x), x from 3 to log2 L in n steps',
      latex: '2^{-|r|/h_m}',
    },
    {
      when: { centralMask: true },
      usual: true,
      text: 'mask m: 1 if |r| < 2^m - 1, else 0',
      latex: '[\\,|r| < 2^m - 1\\,]',
    },
    {
      when: { gamma: true },
      usual: true,
      text:
        'gamma m: (g_m(|r|) + 10^-8) / M, g_m the gamma density of mean ' +
        'L·m/n and deviation L/2n',
      latex:
        '\\frac{1}{M}\\left(\\frac{\\beta^{\\alpha}}{\\Gamma(\\alpha)}' +
        '|r|^{\\alpha-1} e^{-\\beta |r|} + 10^{-8}\\right),\\quad ' +
        '\\alpha = 4m^2,\\ \\beta = \\frac{4nm}{L}',
    },
    {
      when: { withSign: true },
      usual: true,
      text: 'then all of them multiplied by sign(r)',
      latex: '\\mathrm{PE}_{r,D/2+k} = \\mathrm{sign}(r)\\,\\mathrm{PE}_{r,k}',
    },
  ],
  paper: {
    title:
      'Effective gene expression prediction from sequence by integrating ' +
      'long-range interactions',
    authors: 'Avsec et al.',
    year: 2021,
    doi: '10.1038/s41592-021-01252-x',
  },
  result: 'Tensor [positions, dim]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp, gamma features included; ' +
    'float64: ≤ 4 ulp',
  example: { length: 128, seqLength: 128, dim: 48 },
  pitfalls: [
    'A sequence has 2L - 1 distances: its whole table takes `start: 1 - L, ' +
      'length: 2L - 1`. Enformer has L = 1536 and dim = 192.',
    'The argument min_half_life = 3 of the original is an exponent: the ' +
      'shortest half-life is 8.',
    'The original computes gamma densities from logarithms in float32, which ' +
      'are sums of numbers in the thousands. Its features have relative errors ' +
      'of up to about 10^-3, different ones in TensorFlow and PyTorch ' +
      '(enformer-pytorch issue 31: an output of 474.7 instead of 555.5). This ' +
      'method gives the real values.',
    'At distance 0 all features that are multiplied by the sign are 0.',
  ],
} as const satisfies Description;
