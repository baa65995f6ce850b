/** Relative logits of their own vectors: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';

const count = {
  kind: 'number',
  integer: true,
  min: 1,
  max: 2 ** 28,
  optional: true,
} as const;

/** The own options of `relativeLogits`, in the order in which they are read. */
export const relativeLogitsOwn = {
  /**
   * What each query makes of its token for this purpose, [queries, heads, dim];
   * [batch, queries, heads, dim] for the items of a batch. Required.
   */
  relative: {
    kind: 'floats',
    axes: [
      ['queries', 'heads', 'dim'],
      ['batch', 'queries', 'heads', 'dim'],
    ],
  },
  /**
   * What its numbers are multiplied by for each distance from 0 on, [dim,
   * extent]. All heads share it. Required.
   */
  table: { kind: 'floats', axes: ['dim', 'extent'] },
  /**
   * Width of `relative`. Defaults to what the axes of `table` say; otherwise
   * required unless `extent` is given.
   */
  dim: count,
  /**
   * Number of distances, from 0 backwards. Farther keys and keys behind the
   * query get 0. Defaults to what `dim` leaves of the table.
   */
  extent: count,
} as const satisfies Parameters;

export const relativeLogitsParameters = {
  ...relativeLogitsOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const relativeLogitsDescription = {
  title: 'Relative logits of own vectors',
  family: 'relative',
  summary:
    'Each query projects its token to a short vector of its own, which mixes ' +
    'learned profiles of distance into a bias.',
  goodAt:
    'Biases that depend on the content of the query, with few products: the ' +
    'vectors are much shorter than a head.',
  badAt: 'Keys farther than the extent, which all get 0.',
  formula: {
    text: 's[h, i, j] = Σ_c relative[i, h, c]·table[c, i - j] for 0 ≤ i - j < extent, else 0',
    latex:
      's_{hij} = \\sum_c r_{ihc}\\, T_{c,\\,i-j} \\;\\; (0 \\le i - j < E)',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy: '≤ (dim + 2) 2^-24 Σ |r_c t_c|',
  example: {
    relative: [[[1, 0]], [[0.5, 1]], [[-1, 0.5]]],
    heads: 1,
    queries: 3,
    table: [
      [1, 0.5],
      [0, -1],
    ],
  },
  pitfalls: [
    'The term is not multiplied by the scale of the scores.',
    'Inkling multiplies it by the temperature of the query, too: multiply `relative` by that of each query.',
  ],
} as const satisfies Description;
