/** Tables behind embeddings: all that is known about the operation. */

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
  title: 'Embeddings with table behind',
  summary: 'Puts the row of its position behind each embedding.',
  goodAt: 'Keeping words and positions in columns of their own.',
  badAt: 'Width: every layer behind has as many columns more.',
  formula: {
    text: 'out[b, l] = (embeddings[b, l], table[l])',
    latex: 'y_{bl} = (x_{bl},\\; t_l)',
  },
  result: 'Tensor [.., positions, D + E]',
  accuracy: 'copies',
  pitfalls: ['The layer behind must be as wide as the sum of both widths.'],
} as const satisfies Description;
