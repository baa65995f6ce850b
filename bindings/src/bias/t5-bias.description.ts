/** The biases of T5: parameters and description. */

import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { tableSeed } from '../terms/head-table.js';
import { t5Scheme } from '../terms/schemes.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `t5Bias`, in the order in which they are read. */
export const t5BiasOwn = {
  /**
   * Number of heads. Defaults to that of `table` if it is a tensor; otherwise
   * required.
   */
  heads: axisLength,
  /**
   * Number of buckets, the rows of the table. A `table` that is a tensor says it
   * itself. Defaults to 32.
   */
  buckets: t5Scheme.buckets,
  /** Distance from which on all share the last bucket. Defaults to 128. */
  maxDistance: t5Scheme.maxDistance,
  /**
   * Whether keys behind the query have the other half of the buckets; if not,
   * they share bucket 0. Defaults to `true`.
   */
  bidirectional: t5Scheme.bidirectional,
  /**
   * Factor of distances, such as 100 for positions on a page from 0 to 1. The
   * product is rounded to float32 and then towards zero. Defaults to 1.
   */
  positionScale: t5Scheme.positionScale,
  /**
   * Bias of each bucket and head, [buckets, heads] row-major. Defaults to a
   * table drawn from `seed`.
   */
  table: { kind: 'floats', axes: ['buckets', 'heads'], optional: true },
  /**
   * Seed of the drawn table, which is the same in every engine. Defaults to 0.
   */
  seed: tableSeed,
  /**
   * Factor of all values, such as the `scale` of x-transformers. Defaults to 1.
   */
  biasScale: { kind: 'number', default: 1 },
} as const satisfies Parameters;

export const t5BiasParameters = {
  ...t5BiasOwn,
  ...sharedParameters,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const t5BiasPresets = {
  'T5 base, encoder': { heads: 12, bidirectional: true },
  'T5 base, decoder': { heads: 12, bidirectional: false },
  'WavLM base': { heads: 12, buckets: 320, maxDistance: 800 },
  'LayoutLMv3 base, on the page': { heads: 12, buckets: 64, maxDistance: 256 },
} as const satisfies Presets;

export const t5BiasDescription = {
  title: 'T5 relative position bias',
  family: 'bias',
  summary:
    'A learned bias for each head and each bucket of distances; near distances ' +
    'have a bucket each, far ones share them by logarithm.',
  goodAt:
    'Texts of any length with few numbers: 32 for each head, which all layers ' +
    'share.',
  badAt:
    'Far distances: all from `maxDistance` on are one bucket, so that the order ' +
    'of far keys is lost.',
  formula: {
    text:
      'b[h, i, j] = table[bucket(j - i), h]; N = buckets/2, m = N/2, bucket = ' +
      'n = |j - i| below m, else min(m + floor(ln(n/m)/ln(maxDistance/m)·(N - ' +
      'm)), N - 1), and N more if j > i',
    latex:
      'b_{hij} = T_{\\beta(j-i),\\,h},\\quad \\beta(r) = N\\,[r > 0] + ' +
      '\\min\\left(m + \\left\\lfloor \\frac{\\ln(|r|/m)}{\\ln(D/m)} (N - m) ' +
      '\\right\\rfloor, N - 1\\right)',
  },
  paper: {
    title:
      'Exploring the Limits of Transfer Learning with a Unified Text-to-Text ' +
      'Transformer',
    authors: 'Raffel et al.',
    year: 2020,
    arxiv: '1910.10683',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'the entries of the table, multiplied and rounded once; buckets exact',
  example: { heads: 4, queries: 64 },
  pitfalls: [
    'T5 does not divide scores by √headDim: give attention `scale: 1`.',
    'The decoder is not bidirectional: its buckets are half as wide, so the ' +
      'tables of encoder and decoder are not exchangeable.',
    'Distances of 8, 16, 32 and 64 lie exactly on the edge of a bucket. Where a ' +
      'logarithm is rounded down there, the bucket is another one than in ' +
      'training.',
    'In the cross-attention of T5 there is no bias.',
  ],
} as const satisfies Description;
