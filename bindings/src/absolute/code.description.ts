/** The naive codes of positions: parameters and description. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The options of `code`, in the order in which they are read. */
export const codeParameters = {
  ...tableRows,
  /** The code that is written. Defaults to `'binary'`. */
  kind: {
    kind: 'choice',
    choices: ['integer', 'one-hot', 'binary'],
    default: 'binary',
  },
  /**
   * Number of columns. Those of `integer` are all the same, those of `one-hot`
   * one for each position, those of `binary` one for each bit, least
   * significant first. Defaults to 1 for an integer, else as many as the
   * largest position needs.
   */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  ...tableResult,
} as const satisfies Parameters;

export const codeDescription = {
  title: 'Integer, one-hot, binary',
  family: 'table',
  summary:
    'The simplest codes of a position: the number itself, one column for ' +
    'each position, or the binary digits.',
  goodAt: 'A baseline; binary tells many positions apart in few columns.',
  badAt:
    'Integers grow without bound; one-hot codes show no neighbours and have ' +
    'no column for new positions; binary codes put the neighbours 7 and 8 ' +
    'four digits apart, and 0 and 8 one.',
  formula: [
    {
      when: { kind: 'integer' },
      text: 'PE[p, k] = p',
      latex: '\\mathrm{PE}_{p,k} = p',
    },
    {
      when: { kind: 'one-hot' },
      text: 'PE[p, k] = 1 if k = p, else 0',
      latex: '\\mathrm{PE}_{p,k} = [k = p]',
    },
    {
      when: { kind: 'binary' },
      usual: true,
      text: 'PE[p, k] = floor(p / 2^k) mod 2, which is bit k of p',
      latex: '\\mathrm{PE}_{p,k} = \\lfloor p / 2^k \\rfloor \\bmod 2',
    },
  ],
  result: 'Tensor [positions, dim]',
  accuracy:
    'one-hot and binary are exact; integers are rounded once: exact up to ' +
    '2^24 in float32, 2^11 in float16, 2^8 in bfloat16',
  example: { length: 64, kind: 'binary', dim: 6 },
  pitfalls: [
    'One-hot and binary codes take whole positions from 0 that fit into ' +
      '`dim` columns. Any other position is an error, because its row would ' +
      'also be the row of another position.',
    'Beyond 256, bfloat16 holds only every second integer, then every ' +
      'fourth, and so on.',
    'Embeddings have values of about 1: adding an integer such as 1000 ' +
      'drowns them.',
  ],
} as const satisfies Description;
