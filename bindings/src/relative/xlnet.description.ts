/** XLNet: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';
import {
  recurrentExample,
  recurrentParameters,
} from './recurrent.description.js';

/** The own options of `xlnet`, in the order in which they are read. */
export const xlnetOwn = {
  ...recurrentParameters,
  /**
   * Whether distances count in the other direction, as XLNet counts them for
   * the second half of a batch whose texts run backwards (`bi_data`). Defaults
   * to `false`.
   */
  mirrored: { kind: 'boolean', default: false },
  /**
   * A vector for each head if query and key are of the same segment, and one if
   * they are not: [2, heads, headDim]. Optional.
   */
  segmentTable: {
    kind: 'floats',
    axes: ['2', 'heads', 'headDim'],
    optional: true,
  },
  /**
   * A vector for each head, [heads, headDim], that is added to the queries where
   * they meet segments: s. Optional.
   */
  segmentBias: { kind: 'floats', axes: ['heads', 'headDim'], optional: true },
  /**
   * Number of the segment of each key, [keys] or [batch, keys]. Required with
   * `segmentTable`.
   */
  segments: {
    kind: 'indices',
    axes: [['keys'], ['batch', 'keys']],
    shaped: true,
    optional: true,
  },
  /**
   * Number of the segment of each query, [queries] or [batch, queries].
   * Defaults to the last of `segments`.
   */
  querySegments: {
    kind: 'indices',
    axes: [['queries'], ['batch', 'queries']],
    shaped: true,
    optional: true,
  },
} as const satisfies Parameters;

export const xlnetParameters = {
  ...xlnetOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const xlnetDescription = {
  title: 'XLNet',
  family: 'relative',
  summary:
    'Adds to the terms of Transformer-XL whether query and key are of the ' +
    'same segment.',
  goodAt:
    'Reading in any order: positions enter by the distance alone, so that a ' +
    'mask may hide any tokens.',
  badAt: 'Speed, as Transformer-XL; two streams cost twice as much again.',
  formula: [
    {
      text:
        'scores = scale · ((q_i + u)·k_j + (q_i + v)·W_R R[i - j] + (q_i + ' +
        's)·g[i, j]); this method gives all but q_i·k_j',
      latex:
        's_{ij} = \\lambda\\bigl((q_i + u) \\cdot k_j + (q_i + v) \\cdot W_R ' +
        'R_{i-j} + (q_i + s) \\cdot g_{ij}\\bigr)',
    },
    {
      text:
        'g[i, j] = segmentTable[0] if query and key are of one segment, else ' +
        'segmentTable[1]',
      latex: 'g_{ij} = G_{[\\sigma_i \\ne \\sigma_j]}',
    },
  ],
  paper: {
    title:
      'XLNet: Generalized Autoregressive Pretraining for Language Understanding',
    authors: 'Yang et al.',
    year: 2019,
    arxiv: '1906.08237',
  },
  result:
    'Tensor [heads, queries, keys]; with `terms` an object of `position`, ' +
    '`contentBias`, `positionBias`, `segment` and `segmentBias`, as far as ' +
    'there are any',
  accuracy: 'products in float32, of sinusoids that are right to 0.5001 ulp',
  example: {
    ...recurrentExample,
    segmentTable: [[[1, 0, 0.5, 0]], [[-1, 0.5, 0, 0]]],
    segments: [0, 0, 1, 1],
  },
  pitfalls: [
    'A checkpoint has its weights as [dim, heads, headDim]: give ' +
      '`positionWeight` as the transpose, [heads · headDim, dim].',
    'Distances are clamped to either side, from -clampLength to clampLength.',
    'The second stream is a call with other queries, and with a mask in which ' +
      'no token sees itself; keys and options are the same.',
    'Segments are compared, not counted: any two numbers will do.',
  ],
} as const satisfies Description;
