/** The naive codes of positions: all that is known about the method. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The options of `code`, in the order in which they are read. */
export const codeParameters = {
  ...tableRows,
  /** Which code. Defaults to `'binary'`. */
  kind: {
    kind: 'choice',
    choices: ['integer', 'one-hot', 'binary'],
    default: 'binary',
  },
  /**
   * Columns: of an integer all the same, of one-hot one a position, of
   * binary one a bit, the least significant first. Defaults to 1 for an
   * integer, else as many as the largest position needs.
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
    'The codes that everyone thinks of first: the number itself, a column ' +
    'for each position, the binary digits.',
  goodAt: 'A baseline; binary tells many positions apart in few columns.',
  badAt:
    'Integers grow without bounds, one-hot knows no neighbours and no new ' +
    'positions, and binary puts 7 and 8 as far apart as can be.',
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
    'One-hot and binary take whole positions from 0 that fit into `dim` ' +
      'columns; all others are an error, not a row that is also that of ' +
      'another position.',
    'bfloat16 has no integers beyond 256 but every second, every fourth, and ' +
      'so on.',
    'Added to embeddings, an integer of 1000 drowns them: their numbers are ' +
      'about 1.',
  ],
} as const satisfies Description;
