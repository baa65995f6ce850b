/** Biases of clipped distances: parameters and description. */

import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { tableSeed } from '../terms/head-table.js';
import { clipScheme } from '../terms/schemes.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `clippedBias`, in the order in which they are read. */
export const clippedBiasOwn = {
  /**
   * Number of heads. Defaults to that of `table` if it is a tensor; otherwise
   * required.
   */
  heads: axisLength,
  /**
   * Number d of distances on either side: the rows are those of the distances
   * from -d to d - 1. Given instead of `left` and `right`. Optional.
   */
  maxDistance: { ...clipScheme.left, min: 1, optional: true },
  /**
   * Farthest distance before the query that has its own row. Defaults to what
   * `right` leaves of a `table` that is a tensor; otherwise required without
   * `maxDistance`.
   */
  left: { ...clipScheme.left, optional: true },
  /**
   * Farthest distance behind the query that has its own row. Defaults to what
   * `left` leaves of a `table` that is a tensor; otherwise required without
   * `maxDistance`.
   */
  right: { ...clipScheme.right, optional: true },
  /**
   * What distances beyond these get: the bias of the nearest (`clip`), or 0.
   * Defaults to `'clip'`.
   */
  beyond: { kind: 'choice', choices: ['clip', 'zero'], default: 'clip' },
  /**
   * Bias of each distance and head, [left + right + 1, heads] row-major, from
   * the distance -left on. Defaults to a table drawn from `seed`.
   */
  table: {
    kind: 'floats',
    axes: ['left + right + 1', 'heads'],
    optional: true,
  },
  /**
   * Seed of the drawn table, which is the same in every engine. Defaults to 0.
   */
  seed: tableSeed,
  /** Factor of all values. Defaults to 1. */
  biasScale: { kind: 'number', default: 1 },
} as const satisfies Parameters;

export const clippedBiasParameters = {
  ...clippedBiasOwn,
  ...sharedParameters,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const clippedBiasPresets = {
  'Phi-4 multimodal, audio': { heads: 16, maxDistance: 1000 },
} as const satisfies Presets;

export const clippedBiasDescription = {
  title: 'Bias of clipped distances',
  family: 'bias',
  summary:
    'A learned bias for each head and each distance up to a limit; distances ' +
    'beyond it share that of the limit, or have none.',
  goodAt: 'Windows of a known width, in which every distance counts by itself.',
  badAt:
    'Long texts: numbers grow with the limit, and beyond it all distances are ' +
    'alike.',
  formula: {
    text: 'b[h, i, j] = table[left + clip(j - i, -left, right), h]',
    latex: 'b_{hij} = T_{l + \\mathrm{clip}(j - i,\\, -l,\\, r),\\; h}',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy: 'the entries of the table, multiplied and rounded once',
  example: { heads: 4, left: 8, right: 8, queries: 32 },
  pitfalls: [
    'Distances are key minus query. A program that counts query minus key has ' +
      'the rows in reverse order.',
    'With `maxDistance` d there are 2·d rows: the distance d itself is clipped ' +
      'to d - 1, but -d is not.',
  ],
} as const satisfies Description;
