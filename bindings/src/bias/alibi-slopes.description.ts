/** The slopes of ALiBi: parameters and description. */

import { tableResult, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The parameters from which slopes follow. */
export const slopeParameters = {
  /** Number of heads. Required. */
  heads: { kind: 'number', integer: true, min: 1, max: WIDEST },
  /**
   * The exponent of the last slope of a power of two of heads, which is
   * 2^-maxBias. Defaults to 8.
   */
  maxBias: { kind: 'number', min: 0, max: 1024, default: 8 },
  /**
   * The order of the slopes where the number of heads is no power of two:
   * `original` takes those of the next lower power of two, then every second
   * one of the next higher; `sorted` puts the same slopes in falling order.
   * Defaults to `'original'`.
   */
  order: {
    kind: 'choice',
    choices: ['original', 'sorted'],
    default: 'original',
  },
} as const satisfies Parameters;

/**
 * The options of {@link slopeParameters}. They are written out because editors
 * do not show comments of parameters that come by a spread.
 */
export interface SlopeOptions {
  /** Number of heads. Required. */
  readonly heads: number;
  /**
   * The exponent of the last slope of a power of two of heads, which is
   * 2^-maxBias. Defaults to 8.
   */
  readonly maxBias?: number | undefined;
  /**
   * The order of the slopes where the number of heads is no power of two:
   * `original` takes those of the next lower power of two, then every second
   * one of the next higher; `sorted` puts the same slopes in falling order.
   * Defaults to `'original'`.
   */
  readonly order?: 'original' | 'sorted' | undefined;
}

/** The options of `alibiSlopes`, in the order in which they are read. */
export const alibiSlopesParameters = {
  ...slopeParameters,
  ...tableResult,
} as const satisfies Parameters;

export const alibiSlopesDescription = {
  title: 'Slopes of ALiBi',
  summary: 'The slope of each head of ALiBi.',
  goodAt:
    'Comparing the slopes of a program or a checkpoint with the right ones.',
  badAt: 'Nothing else: `alibi` computes the slopes itself.',
  formula: {
    text: 'm_h = 2^(-maxBias·(h+1)/heads) for a power of two of heads',
    latex: 'm_h = 2^{-\\beta\\,(h+1)/H}',
  },
  paper: {
    title:
      'Train Short, Test Long: Attention with Linear Biases Enables Input ' +
      'Length Extrapolation',
    authors: 'Press et al.',
    year: 2022,
    arxiv: '2108.12409',
  },
  result: 'Tensor [heads]',
  accuracy: 'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 0.51 ulp',
  example: { heads: 12 },
  pitfalls: [
    'Half of the slopes of 2·heads stand between those of a power of two of ' +
      'heads; a program that counts from 0 instead of 1 begins at slope 1.',
  ],
} as const satisfies Description;
