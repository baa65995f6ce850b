/** Sums of tables and embeddings: all that is known about the operation. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { scaleParameters, tableStart } from './embeddings-parameters.js';

/** The options of `addTo`, in the order in which they are read. */
export const addToParameters = {
  ...scaleParameters,
  ...tableStart,
  /**
   * Array or tensor to write into; the embeddings themselves will do.
   * Defaults to a new one.
   */
  out: { kind: 'output', optional: true },
} as const satisfies Parameters;

export const addToDescription = {
  title: 'Sum of embeddings and table',
  summary:
    'Adds the row of its position to each embedding, as Transformers with ' +
    'absolute positions do before the first layer.',
  goodAt: 'Batches: the same table for every sequence, in place if wanted.',
  badAt:
    'Keeping words and positions apart: see `analysis.sumOrConcat` for what ' +
    'the sum loses.',
  formula: {
    text: 'out[b, l] = embeddingScale · embeddings[b, l] + scale · table[l]',
    latex: 'y_{bl} = \\alpha\\,x_{bl} + \\beta\\,t_l',
  },
  paper: {
    title: 'Attention Is All You Need',
    authors: 'Vaswani et al.',
    year: 2017,
    arxiv: '1706.03762',
  },
  result: 'Tensor of the shape of the embeddings',
  accuracy: 'summed in float64, rounded once',
  pitfalls: [
    'The original Transformer multiplies the embeddings by √D first: ' +
      "`embeddingScale: 'rootDim'`. Without it the table drowns small " +
      'embeddings.',
    'A table with other rows than positions needs `start`, so that a table ' +
      'that is too long does not pass unnoticed.',
  ],
} as const satisfies Description;
