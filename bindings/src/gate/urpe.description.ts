/** The gate of URPE: parameters and description. */

import { sharedParameters } from '../bias/shared-parameters.js';
import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { urpeScheme } from '../terms/schemes.js';

/** The own options of `urpe`, in the order in which they are read. */
export const urpeOwn = {
  /**
   * Number of heads. Defaults to that of `table` if it is a tensor; otherwise
   * required.
   */
  heads: axisLength,
  /**
   * What has a factor of its own: each bucket of distances (`bucket`), or each
   * distance up to `maxLength` - 1 (`offset`). Defaults to `'bucket'`.
   */
  form: { kind: 'choice', choices: ['bucket', 'offset'], default: 'bucket' },
  /**
   * Number of buckets; the table has one row more. A `table` that is a tensor
   * says it itself. Defaults to 64.
   */
  buckets: urpeScheme.buckets,
  /** Distance from which on all share the last bucket. Defaults to 128. */
  maxDistance: urpeScheme.maxDistance,
  /**
   * Length of the longest sequence of the model. With `offset`, the rows of a
   * `table` that is a tensor say it; otherwise it is required there. With buckets,
   * row 0 is that of its farthest key before a query. Defaults to a length that
   * has all buckets.
   */
  maxLength: urpeScheme.maxLength,
  /**
   * Factor of each row and head, row-major: [buckets + 1, heads], or with
   * `offset` [2·maxLength - 1, heads]. Defaults to ones, with which training
   * begins.
   */
  table: { kind: 'floats', axes: ['rows', 'heads'], optional: true },
} as const satisfies Parameters;

export const urpeParameters = {
  ...urpeOwn,
  ...sharedParameters,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const urpePresets = {
  'URPE, masked language model': { heads: 12, buckets: 64, maxDistance: 128 },
} as const satisfies Presets;

export const urpeDescription = {
  title: 'URPE gate',
  family: 'gate',
  summary:
    'A learned factor for each head and distance, by which attention weights ' +
    'are multiplied after the softmax.',
  goodAt:
    'What biases alone cannot do: weights that add up to anything, so that a ' +
    'layer can compute any function of positions.',
  badAt:
    'Nothing without another encoding: it is an addition to a bias or a ' +
    'relative term.',
  formula: {
    text:
      'weights[h, i, j] = softmax(scores)[h, i, j]·c[h, i, j], c[h, i, j] = ' +
      'table[row(j - i), h]',
    latex:
      'A_{hij} = \\mathrm{softmax}(S_h)_{ij}\\; C_{hij},\\quad C_{hij} = ' +
      'T_{\\beta(j - i),\\,h}',
  },
  paper: {
    title: 'Your Transformer May Not be as Powerful as You Expect',
    authors: 'Luo et al.',
    year: 2022,
    arxiv: '2205.13401',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy: 'the entries of the table, rounded once',
  example: { heads: 4, queries: 32 },
  pitfalls: [
    'Rows are not normalised again: their sum is no longer 1.',
    'A masked key has the factor 0, and its bias is -infinity.',
    'Where sequences are too short for the last bucket, the rows of the authors’ ' +
      'program begin at the farthest distance there is: give `maxLength`.',
  ],
} as const satisfies Description;
