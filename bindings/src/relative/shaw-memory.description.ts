/** The memory of Shaw's vectors: parameters and description. */

import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

const count = {
  kind: 'number',
  integer: true,
  min: 1,
  max: WIDEST,
} as const;

const distance = { ...count, min: 0, max: 2 ** 28 } as const;

/** The options of `shawMemory`, in the order in which they are read. */
export const shawMemoryParameters = {
  /** Number of tokens n of a text. Required. */
  length: { ...count, max: 2 ** 31 },
  /** Width D of a head. Required. */
  headDim: count,
  /** Number of heads H. Defaults to 1. */
  heads: { ...count, default: 1 },
  /**
   * The farthest distance of a key before the query that has a vector of its
   * own. Required.
   */
  left: distance,
  /**
   * The farthest distance of a key behind the query that has a vector of its
   * own. Defaults to `left`.
   */
  right: { ...distance, optional: true },
  /**
   * Whether values have vectors, too, which doubles all counts. Defaults to
   * false.
   */
  values: { kind: 'boolean', default: false },
} as const satisfies Parameters;

export const shawMemoryDescription = {
  title: 'Memory of Shaw’s vectors',
  summary:
    'Counts the numbers that relative vectors need: one vector for each pair ' +
    'of tokens, or one for each clipped distance.',
  goodAt:
    'Seeing what sharing vectors among heads and clipping distances save.',
  badAt: 'The memory of the scores, which all forms need besides.',
  formula: {
    text: 'perHead = H·n²·D, shared = n²·D, clipped = (left + right + 1)·D',
    latex: 'H n^2 D \\;\\to\\; n^2 D \\;\\to\\; (2k + 1)\\, D',
  },
  paper: {
    title: 'Self-Attention with Relative Position Representations',
    authors: 'Shaw et al.',
    year: 2018,
    arxiv: '1803.02155',
  },
  result:
    'perHead, shared, clippedPerHead and clipped: counts of numbers; saved: perHead / clipped',
  accuracy: 'exact up to 2^53, then rounded to float64',
  example: { length: 512, headDim: 64, heads: 8, left: 16 },
  pitfalls: [
    'A float32 takes four bytes, and a gradient and two moments of an optimiser take as much again each.',
    'Multiplying the queries by the table first needs the clipped count only; ' +
      'looking vectors up for each pair needs n²·D even with a clipped table.',
  ],
} as const satisfies Description;
