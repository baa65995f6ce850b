/** The relative keys of BERT: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';

/** The own options of `relativeKey`, in the order in which they are read. */
export const relativeKeyOwn = {
  /**
   * A vector for each distance i - j, query minus key, [2 maxPosition - 1,
   * headDim], from the farthest key behind the query on. All heads share it.
   * Required.
   */
  table: { kind: 'floats', axes: ['2 maxPosition - 1', 'headDim'] },
  /**
   * Number of positions that the table is made for. Defaults to what the length
   * of the table says.
   */
  maxPosition: {
    kind: 'number',
    integer: true,
    min: 1,
    max: 2 ** 28,
    optional: true,
  },
  /**
   * What the vectors are multiplied by: `key` queries, as the keys are, and
   * `keyQuery` both queries and keys. Defaults to `'key'`.
   */
  form: { kind: 'choice', choices: ['key', 'keyQuery'], default: 'key' },
} as const satisfies Parameters;

export const relativeKeyParameters = {
  ...relativeKeyOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const relativeKeyDescription = {
  title: 'Relative keys of BERT',
  family: 'relative',
  summary:
    'Adds a learned vector for every distance to the keys, or to keys and ' +
    'queries.',
  goodAt: 'Texts up to the length of the training; no distance is clipped.',
  badAt: 'Longer texts: there is no vector for their distances.',
  formula: {
    text:
      's[h, i, j] = scale·(q_i·e + k_j·e), e = table[i - j + maxPosition - 1]; ' +
      'the second product only with form keyQuery',
    latex:
      's_{ij} = \\frac{q_i \\cdot k_j + q_i \\cdot e_{i-j} + k_j \\cdot ' +
      'e_{i-j}}{\\sqrt{d}}',
  },
  paper: {
    title:
      'Improve Transformer Models with Better Relative Position Embeddings',
    authors: 'Huang et al.',
    year: 2020,
    arxiv: '2009.13658',
  },
  result: 'Tensor [heads, queries, keys], or one for each term by name',
  accuracy: '≤ (headDim + 2) 2^-24 scale Σ |q_c e_c| for each term',
  example: {
    q: [[[1, 0, 0.5, -1]], [[0.5, 1, 0, 0.5]], [[-1, 0.5, 1, 0]]],
    heads: 1,
    headDim: 4,
    table: [
      [0.5, 0, -0.5, 1],
      [1, 0.5, 0, -1],
      [0, 1, 0.5, 0.5],
      [-1, 0, 1, 0.5],
      [0.5, 0.5, 0, 1],
    ],
  },
  pitfalls: [
    'The distance is query minus key, so the table is the reverse of that of Shaw.',
    'The terms are added before the division by √headDim.',
  ],
} as const satisfies Description;
