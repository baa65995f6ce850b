/** Normalised positions: the parameters, and the words about them. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { spanParameter } from './span-parameter.js';

/** The options of `normalised`, in the order in which they are read. */
export const normalisedParameters = {
  ...tableRows,
  /** Columns, all of them the same. Defaults to 1. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    default: 1,
  },
  /**
   * Interval of the result: `unit` is p/(span-1), `fraction` p/span, `symmetric`
   * 2p/(span-1) - 1. Defaults to `'unit'`.
   */
  domain: {
    kind: 'choice',
    choices: ['unit', 'fraction', 'symmetric'],
    default: 'unit',
  },
  /**
   * Number of positions that make the whole, from 0 on. Defaults to
   * `length`, but at least 2; required with `positions`.
   */
  span: spanParameter,
  ...tableResult,
} as const satisfies Parameters;

export const normalisedDescription = {
  title: 'Normalised position',
  family: 'table',
  summary: 'The position as a part of the whole length, in every column.',
  goodAt: 'Telling early from late when all sequences have about one length.',
  badAt:
    'Neighbours: one step is 1/(span-1), so that what "adjacent" means ' +
    'changes with the length, and is soon below what a network can see.',
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
    'Why it fails: positions 5 and 6 differ by 1/31 among 32 and by 1/4095 ' +
      'among 4096, so a model that learnt "the next word" at one length does ' +
      'not know it at another. A sinusoidal table has the same step always.',
    'The span is `length` unless given, also where `start` is not 0: a part ' +
      'of a longer text needs the span of the whole.',
    'In float16 neighbours become equal beyond some 2000 positions, in ' +
      'bfloat16 beyond 250.',
  ],
} as const satisfies Description;
