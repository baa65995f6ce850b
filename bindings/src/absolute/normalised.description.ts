/** Normalised positions: parameters and description. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { spanParameter } from './span-parameter.js';

/** The options of `normalised`, in the order in which they are read. */
export const normalisedParameters = {
  ...tableRows,
  /** Number of columns, which are all the same. Defaults to 1. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    default: 1,
  },
  /**
   * Interval of the result: `unit` is p/(span-1), from 0 to 1; `fraction` is
   * p/span; `symmetric` is 2p/(span-1) - 1, from -1 to 1. Defaults to `'unit'`.
   */
  domain: {
    kind: 'choice',
    choices: ['unit', 'fraction', 'symmetric'],
    default: 'unit',
  },
  /**
   * Number of positions of the whole sequence, which begins at 0. Defaults to
   * `length`, but at least 2; required with `positions`.
   */
  span: spanParameter,
  ...tableResult,
} as const satisfies Parameters;

export const normalisedDescription = {
  title: 'Normalised position',
  family: 'table',
  summary:
    'The position as a fraction of the whole length, the same in every column.',
  goodAt: 'Telling early from late when all sequences are about equally long.',
  badAt:
    'Neighbours: they differ by 1/(span-1), which changes with the length ' +
    'and soon becomes too small for a network to notice.',
  formula: [
    {
      when: { domain: 'unit' },
      usual: true,
      text: 'PE[p, k] = p/(span-1)',
      latex: '\\mathrm{PE}_{p,k} = \\frac{p}{L-1}',
    },
    {
      when: { domain: 'fraction' },
      text: 'PE[p, k] = p/span',
      latex: '\\mathrm{PE}_{p,k} = \\frac{p}{L}',
    },
    {
      when: { domain: 'symmetric' },
      text: 'PE[p, k] = 2·p/(span-1) - 1',
      latex: '\\mathrm{PE}_{p,k} = \\frac{2p}{L-1} - 1',
    },
  ],
  result: 'Tensor [positions, dim]',
  accuracy: '≤ 0.5001 ulp in every dtype',
  example: { length: 64, dim: 8 },
  pitfalls: [
    'Positions 5 and 6 differ by 1/31 in a text of 32 and by 1/4095 in one ' +
      'of 4096, so a model that has learnt "the next word" at one length does ' +
      'not recognise it at another. In a sinusoidal table that difference does ' +
      'not depend on the length.',
    '`span` defaults to `length` even if `start` is not 0: for a part of a ' +
      'longer text, give the span of the whole text.',
    'Neighbours become equal beyond about 2000 positions in float16, beyond ' +
      'about 250 in bfloat16.',
  ],
} as const satisfies Description;
