/** The pairs of PoPE: parameters and description. */

import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** What says how heads become pairs. */
export const polarParameters = {
  /**
   * Queries or keys, [rows, heads, headDim] or [batch, rows, heads, headDim], or
   * their numbers in a list, with `heads` and `headDim`. Required.
   */
  x: {
    kind: 'floats',
    axes: [
      ['rows', 'heads', 'headDim'],
      ['batch', 'rows', 'heads', 'headDim'],
    ],
  },
  /** Number of heads. Defaults to the axis of `x`; otherwise required. */
  heads: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /** Width of a head. Defaults to the axis of `x`; otherwise required. */
  headDim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /**
   * Number of components of a head that become pairs, from the first on.
   * Defaults to `headDim`.
   */
  rotaryDim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /**
   * Angle of each pair before it is turned, [heads, rotaryDim], which the model
   * has learned for keys; below -2π it counts as -2π, above 0 as 0. Optional.
   */
  phases: { kind: 'floats', axes: ['heads', 'rotaryDim'], optional: true },
  /**
   * Where the two components of a pair are: `interleaved`, next to each other;
   * `half`, all first ones, then all second ones. That of the rope that turns
   * them. Defaults to `'interleaved'`.
   */
  layout: {
    kind: 'choice',
    choices: ['interleaved', 'half'],
    default: 'interleaved',
  },
} as const satisfies Parameters;

/** The options of `polarPairs`, in the order in which they are read. */
export const polarPairsParameters = {
  ...polarParameters,
  /** Array or tensor to write into. Defaults to a new one. */
  out: { kind: 'output', optional: true },
} as const satisfies Parameters;

export const popePaper = {
  title:
    'Decoupling the "What" and "Where" with Polar Coordinate Positional ' +
    'Embeddings',
  authors: 'Gopalakrishnan et al.',
  year: 2025,
  arxiv: '2509.10534',
} as const;

export const polarPairsDescription = {
  title: 'Polar pairs (PoPE)',
  summary:
    'Makes each component of a head the length of a pair, whose angle is ' +
    'position alone: a rope turns the pairs.',
  goodAt:
    'Content and position that do not mix: what a component says does not turn ' +
    'its pair, and each has a frequency of its own.',
  badAt:
    'Width: heads are twice as wide in the product of queries and keys. No ' +
    'component can be negative.',
  formula: {
    text: 'pair_c = ln(1 + e^(x_c))·(cos φ_c, sin φ_c)',
    latex: '\\ln(1 + e^{x_c})\\,(\\cos\\varphi_c,\\,\\sin\\varphi_c)',
  },
  paper: popePaper,
  result: 'Tensor [rows, heads, headDim + rotaryDim], with a batch as `x`',
  accuracy: '≤ 0.5001 ulp',
  example: { x: [[[0, 1, -1, 2]]], rotaryDim: 2 },
  pitfalls: [
    'The rope has twice the width: `headDim` + `rotaryDim`, of which ' +
      '2·`rotaryDim` turn; so its frequencies are theta^(-c/rotaryDim), one for ' +
      'each component.',
    'Scores are divided by the root of the width before: give `scale: ' +
      '1/√headDim` to `attention`.',
    'Keys alone have phases.',
  ],
} as const satisfies Description;
