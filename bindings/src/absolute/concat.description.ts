/** Concatenation of embeddings and tables: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { tableStart } from './embeddings-parameters.js';

/** The options of `concat`, in the order in which they are read. */
export const concatParameters = {
  ...tableStart,
  /** Array or tensor to write into. Defaults to a new one. */
  out: { kind: 'output', optional: true },
} as const satisfies Parameters;

export const concatDescription = {
  title: 'Concatenation of embeddings and table',
  summary: 'Appends to each embedding the table row of its position.',
  goodAt: 'Keeping words and positions in columns of their own.',
  badAt: 'Width: every later layer has that many more columns.',
  formula: {
    text: 'out[b, l] = (embeddings[b, l], table[l])',
    latex: 'y_{bl} = (x_{bl},\\; t_l)',
  },
  result: 'Tensor [.., positions, D + E]',
  accuracy: 'copies',
  pitfalls: ['The next layer must be as wide as both widths together.'],
} as const satisfies Description;
