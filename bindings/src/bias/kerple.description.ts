/** KERPLE: parameters and description. */

import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `kerple`, in the order in which they are read. */
export const kerpleOwn = {
  /**
   * Number of heads. Defaults to that of `scale`, `rate` or `exponent`; required
   * without them.
   */
  heads: axisLength,
  /**
   * What is made of the distance d: `log` is -scale·ln(1 + rate·d^exponent);
   * `power` is -scale·d^exponent; `factor` is e^(-scale·d^exponent), by which
   * attention multiplies the scores of content. Defaults to `'log'`.
   */
  form: {
    kind: 'choice',
    choices: ['log', 'power', 'factor'],
    default: 'log',
  },
  /** Learned factor of each head. Defaults to ones. */
  scale: { kind: 'floats', axes: ['heads'], optional: true },
  /**
   * Learned factor of the distance inside the logarithm, for each head.
   * Defaults to ones.
   */
  rate: { kind: 'floats', axes: ['heads'], optional: true },
  /** Learned exponent of the distance, for each head. Defaults to ones. */
  exponent: { kind: 'floats', axes: ['heads'], optional: true },
  /**
   * Whether keys on both sides of the query have a distance. Otherwise it is 0
   * for keys behind the query. Defaults to `true`.
   */
  bidirectional: { kind: 'boolean', default: true },
  /**
   * Smallest value of a learned parameter: lower ones are raised to it.
   * Exponents above 2 are lowered to 2. Defaults to 0.01.
   */
  minimum: { kind: 'number', min: 0, max: 2, default: 0.01 },
} as const satisfies Parameters;

export const kerpleParameters = {
  ...kerpleOwn,
  ...sharedParameters,
} as const satisfies Parameters;

export const kerpleDescription = {
  title: 'KERPLE',
  family: 'bias',
  summary:
    'Lowers each score by a learned function of the distance of its key: a ' +
    'logarithm or a power.',
  goodAt:
    'Texts longer than those of the training, with two or three learned ' +
    'numbers a head; the logarithm keeps far keys in sight.',
  badAt: 'Telling keys before the query from keys behind it.',
  formula: [
    {
      when: { form: 'log' },
      usual: true,
      text: 'b[h, i, j] = -scale_h·ln(1 + rate_h·|j - i|^exponent_h)',
      latex: 'b_{hij} = -s_h \\ln\\!\\left(1 + r_h\\,|j - i|^{e_h}\\right)',
    },
    {
      when: { form: 'power' },
      text: 'b[h, i, j] = -scale_h·|j - i|^exponent_h',
      latex: 'b_{hij} = -s_h\\,|j - i|^{e_h}',
    },
    {
      when: { form: 'factor' },
      text: 'w[h, i, j] = e^(-scale_h·|j - i|^exponent_h)',
      latex: 'w_{hij} = e^{-s_h\\,|j - i|^{e_h}}',
    },
  ],
  paper: {
    title:
      'KERPLE: Kernelized Relative Positional Embedding for Length ' +
      'Extrapolation',
    authors: 'Chi et al.',
    year: 2022,
    arxiv: '2205.09921',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 2^-44 of the value',
  example: {
    heads: 4,
    scale: [2, 1.5, 1, 0.5],
    rate: [0.03, 0.1, 0.3, 1],
    queries: 64,
    keys: 64,
  },
  pitfalls: [
    'The authors call the parameters of the logarithm p (`scale`) and a ' +
      '(`rate`), those of the power a (`scale`) and p (`exponent`). NVIDIA ' +
      'NeMo has a logarithm with all three, b, a and p.',
    'The authors’ program keeps parameters at 0.01 or more, and exponents at ' +
      '2 or less; NeMo does not: give `minimum: 0`.',
    'The authors’ program has a distance of 0 for keys behind the query, ' +
      'which its causal mask hides: give `bidirectional: false`.',
    'A gradient is that by the parameter after it was raised or lowered to ' +
      'its limit, as in the authors’ program.',
  ],
} as const satisfies Description;
