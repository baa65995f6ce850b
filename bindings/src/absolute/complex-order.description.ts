/** Complex-order embeddings: parameters and description. */

import { tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { complexOrderTables } from './complex-order-parameters.js';

/** The options of `complexOrder`, in the order in which they are read. */
export const complexOrderParameters = {
  ...tableRows,
  ...complexOrderTables,
  /**
   * Columns of the table: `both` is all real parts, then all imaginary ones.
   * Defaults to `'both'`.
   */
  part: {
    kind: 'choice',
    choices: ['both', 'real', 'imaginary'],
    default: 'both',
  },
  ...tableResult,
} as const satisfies Parameters;

export const complexOrderDescription = {
  title: 'Complex-order',
  family: 'table',
  summary:
    'Word embeddings that turn in the complex plane as the position grows, ' +
    'each dimension of each word at its own frequency.',
  goodAt:
    'Words that depend on order to different degrees; a shift by n positions ' +
    'turns a number by the same angle wherever it starts.',
  badAt:
    'Size and fit: a vocabulary has two to three times the parameters, and ' +
    'the model must compute with complex numbers or take both parts as ' +
    'columns.',
  formula: [
    {
      when: { part: 'both' },
      usual: true,
      text: 'PE[p, k] = Re f(w, p)_k, PE[p, D + k] = Im f(w, p)_k',
      latex:
        '\\mathrm{PE}_{p,k} = \\mathrm{Re}\\,f(w, p)_k,\\quad ' +
        '\\mathrm{PE}_{p,D+k} = \\mathrm{Im}\\,f(w, p)_k',
    },
    {
      when: { part: 'real' },
      text: 'PE[p, k] = Re f(w, p)_k',
      latex: '\\mathrm{PE}_{p,k} = \\mathrm{Re}\\,f(w, p)_k',
    },
    {
      when: { part: 'imaginary' },
      text: 'PE[p, k] = Im f(w, p)_k',
      latex: '\\mathrm{PE}_{p,k} = \\mathrm{Im}\\,f(w, p)_k',
    },
    {
      text: 'f(w, p) = r_w · e^(i(ω_w p + φ_w)), per dimension',
      latex:
        'f(w, p)_k = r_{w,k}\\, e^{i\\left(\\omega_{w,k}\\, p + ' +
        '\\varphi_{w,k}\\right)}',
    },
  ],
  paper: {
    title: 'Encoding word order in complex embeddings',
    authors: 'Wang et al.',
    year: 2020,
    arxiv: '1912.12333',
  },
  result: 'Tensor [positions, 2·dim], or [positions, dim] of one part',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp for |position · frequency| ≤ ' +
    '2^31; float64: ≤ 2 ulp; where a phase takes the angle within 2^-66 ' +
    '(float64: 2^-50) of a multiple of π/2, ≤ 2^-103 of the amplitude',
  example: { length: 128, dim: 32 },
  pitfalls: [
    'The language models of the paper count positions from 1 and keep word ' +
      '0 for padding: `start: 1, paddingIndex: 0`.',
    'With `initial: "word"`, exponents reach -2, so that the last columns ' +
      'hardly turn; word 0 does not turn at all.',
    'Phases appear in the paper only; the published code has none.',
  ],
} as const satisfies Description;
