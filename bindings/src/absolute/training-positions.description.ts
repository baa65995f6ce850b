/** Positions that are drawn for training: parameters and description. */

import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { tableSeed } from '../terms/head-table.js';

/** A number of positions. */
const count = { kind: 'number', integer: true, min: 1, max: 2 ** 31 } as const;

/** A largest shift. */
const shift = { kind: 'number', min: 0, max: 2 ** 31 } as const;

/** The options of `trainingPositions`, in the order in which they are read. */
export const trainingPositionsParameters = {
  /**
   * How positions are drawn: `randomised`, in order and without repetition from
   * a longer range; `pose`, two chunks of a text with a gap between their
   * positions; `shape`, shifted as a whole; or `cape`, shifted as a whole and
   * each by itself, and scaled. Required.
   */
  sampling: {
    kind: 'variant',
    variants: {
      randomised: {
        /** Number of positions from which are drawn. Required. */
        most: count,
      },
      pose: {
        /** Most tokens that a sequence of training has. Required. */
        context: count,
        /** Number of positions for which the model is trained. Required. */
        target: count,
      },
      shape: {
        /** Largest shift, an integer. Required. */
        most: { ...count, min: 0 },
      },
      cape: {
        /** Largest shift of all positions, either way. Defaults to 0. */
        globalShift: { ...shift, default: 0 },
        /** Largest shift of each position, in steps, either way. Defaults to 0. */
        localShift: { ...shift, default: 0 },
        /** Largest factor of all positions; its inverse is the smallest. Defaults to 1. */
        scale: { kind: 'number', min: 1, max: WIDEST, default: 1 },
        /** Distance from one position to the next, before it changes. Defaults to 1. */
        step: { kind: 'number', min: 0, max: WIDEST, default: 1 },
        /** Whether the mean of the positions is subtracted first. Defaults to `true`. */
        centred: { kind: 'boolean', default: true },
      },
    },
  },
  /** Number of tokens of the text. Required. */
  length: { ...count, min: 0, max: WIDEST },
  /** Seed of what is drawn, which is the same in every engine. Defaults to 0. */
  seed: tableSeed,
  /**
   * Numbers given instead of drawn ones: for `randomised` the positions; for
   * `pose` the length of the first chunk, the end of the second one and the gap;
   * for `shape` the shift; for `cape` the shift of all, those of each position,
   * and the factor. Optional.
   */
  draws: {
    kind: 'numbers',
    min: -(2 ** 31),
    max: 2 ** 31,
    optional: true,
  },
} as const satisfies Parameters;

export const trainingPositionsDescription = {
  title: 'Positions for training',
  summary:
    'Draws positions for a sequence of training, so that a model also meets those ' +
    'of longer texts.',
  goodAt: 'Training on short texts for long ones.',
  badAt: 'Inference, where positions count from 0 as ever.',
  formula: [
    {
      when: { sampling: 'randomised' },
      usual: true,
      text: 'sorted positions, drawn from 0 … most - 1 without repetition',
      latex: 'p_0 < p_1 < \\dots,\\quad p_i \\in \\{0, \\dots, M - 1\\}',
    },
    {
      when: { sampling: 'pose' },
      text:
        'first chunk: tokens and positions 0 … a - 1; second chunk: the n - a ' +
        'tokens before b, positions a + gap, …; n = min(length, context)',
      latex: '0, \\dots, a - 1,\\; a + g, \\dots, n - 1 + g',
    },
    {
      when: { sampling: 'shape' },
      text: 'index + shift, drawn from 0 … most',
      latex: 'i + k,\\quad k \\in \\{0, \\dots, K\\}',
    },
    {
      when: { sampling: 'cape' },
      text:
        '(step · index - mean + shift + step · own shift) · factor, the factor ' +
        'scale^u with u from -1 to 1',
      latex: '(p_i - \\bar p + \\Delta + \\delta\\,\\epsilon_i)\\,\\lambda',
    },
  ],
  result: '{ positions: float64 [tokens], tokens: int32 [tokens] }',
  accuracy: 'integers exact; cape within 2^-40 of the largest position',
  pitfalls: [
    'Queries and keys take the same draw.',
    'PoSE also picks tokens: `tokens` are their indices in the text.',
    'The same options and seed give the same positions: each sequence and step ' +
      'needs a seed of its own.',
  ],
} as const satisfies Description;
