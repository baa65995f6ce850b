/** Sums of tables and embeddings: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { scaleParameters, tableStart } from './embeddings-parameters.js';

/** The options of `addTo`, in the order in which they are read. */
export const addToParameters = {
  ...scaleParameters,
  ...tableStart,
  /**
   * Array or tensor to write into; it may be the embeddings themselves.
   * Defaults to a new one.
   */
  out: { kind: 'output', optional: true },
} as const satisfies Parameters;

export const addToDescription = {
  title: 'Sum of embeddings and table',
  summary:
    'Adds to each embedding the table row of its position, as Transformers ' +
    'with absolute positions do before the first layer.',
  goodAt: 'Batches: every sequence gets the same table, in place if wanted.',
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
    'A table with more rows than there are positions is an error unless ' +
      '`start` is given: otherwise a table that is too long would go unnoticed.',
  ],
} as const satisfies Description;
