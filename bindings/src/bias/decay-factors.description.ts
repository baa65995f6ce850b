/** The factors of a block of linear attention: parameters and description. */

import { DTYPES } from '../base/dtype.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { slopesOrLaw } from './decay-slopes.description.js';

/** The options of `decayFactors`, in the order in which they are read. */
export const decayFactorsParameters = {
  ...slopesOrLaw,
  /** Number of tokens of a block: programs take 64 to 512. Required. */
  length: { kind: 'number', integer: true, min: 1, max: 16384 },
  /**
   * How the factors are divided for a retention: not at all; `rows`, each row by the
   * root of its sum from token 0 on, of which a block of one token is a step of the
   * recurrent form; or `chunks`, by the sums of the block itself, as RetNet does in
   * chunks. Defaults to `'none'`.
   */
  retention: {
    kind: 'choice',
    choices: ['none', 'rows', 'chunks'],
    default: 'none',
  },
  /** Number of tokens before the block, which `rows` reads. Defaults to 0. */
  start: { kind: 'number', integer: true, min: 0, max: 2 ** 53, default: 0 },
  /** Type of the numbers. Defaults to `'float32'`. */
  dtype: { kind: 'choice', choices: DTYPES, default: 'float32' },
} as const satisfies Parameters;

export const decayFactorsDescription = {
  title: 'Factors of a block of linear attention',
  summary:
    'The factors with which linear attention with decay is computed block by ' +
    'block.',
  goodAt:
    'Lightning Attention and the chunks of RetNet: within a block as products ' +
    'of matrices, from block to block by a state.',
  badAt:
    'Slopes that change from token to token, whose factors depend on the text.',
  formula: {
    text:
      'query = e^(-s(i+1)), key = e^(-s(length-1-j)), diagonal = e^(-s(i-j)) for ' +
      'j ≤ i, else 0, block = e^(-s·length); with retention, divided as its words say',
    latex:
      'e^{-s(i+1)},\\quad e^{-s(B-1-j)},\\quad [j \\le i]\\,e^{-s(i-j)},' +
      '\\quad e^{-sB}',
  },
  paper: {
    title:
      'Lightning Attention-2: A Free Lunch for Handling Unlimited Sequence ' +
      'Lengths in Large Language Models',
    authors: 'Qin et al.',
    year: 2024,
    arxiv: '2401.04658',
  },
  result:
    '{ query, key: Tensor [heads, length], diagonal: Tensor [heads, length, ' +
    'length], block: Tensor [heads] }',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 1.01 ulp, with ' +
    'retention ≤ 5 + 2 log2(start + length) ulp, for slopes in float64, to which ' +
    'those of a law are rounded',
  example: { heads: 2, law: 'retnet', length: 4 },
  pitfalls: [
    'With `retention: rows`, the state is divided as the rows are, and a query adds ' +
      'nothing to the factors: query · state + diagonal · keys is the row of the ' +
      'parallel form, before the divisor max(1, Σ |weights|).',
    'The state before a block has seen its last token: the first query of the ' +
      'block gets e^(-s) of it, not all.',
  ],
} as const satisfies Description;
