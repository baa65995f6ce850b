/** The parameters that Transformer-XL and XLNet share. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { LARGEST_BASE, WIDEST } from '../describe/common.js';
import type { Parameters } from '../describe/parameters.js';

export const recurrentParameters = {
  /**
   * Weight that makes keys from the sinusoids of distances, [heads · headDim,
   * dim]: W_R. Required unless a table gives the keys themselves.
   */
  positionWeight: {
    kind: 'floats',
    axes: ['heads · headDim', 'dim'],
    optional: true,
  },
  /**
   * Width of the sinusoids. Defaults to what follows from `positionWeight`.
   */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /** Base of the wavelengths of the sinusoids. Defaults to 10000. */
  base: { kind: 'number', min: 1, max: LARGEST_BASE, default: 10000 },
  /**
   * Columns of the sinusoids: `blocks`, all sines and then all cosines, or
   * `interleaved`, sines and cosines in turn, as in conformers. Defaults to
   * `'blocks'`.
   */
  layout: {
    kind: 'choice',
    choices: ['blocks', 'interleaved'],
    default: 'blocks',
  },
  /**
   * By how much less than dim/2 the exponents of the frequencies are divided: 1
   * in programs whose last frequency is 1/base. Defaults to 0.
   */
  shift: { kind: 'number', min: 0, max: 1, default: 0 },
  /**
   * The largest distance; farther keys count as if they were there. Optional.
   */
  clampLength: {
    kind: 'number',
    min: 0,
    max: LARGEST_POSITION,
    optional: true,
  },
  /**
   * A vector for each head, [heads, headDim], that is added to the queries where
   * they meet keys: u. Optional.
   */
  contentBias: { kind: 'floats', axes: ['heads', 'headDim'], optional: true },
  /**
   * A vector for each head, [heads, headDim], that is added to the queries where
   * they meet distances: v. Optional.
   */
  positionBias: { kind: 'floats', axes: ['heads', 'headDim'], optional: true },
} as const satisfies Parameters;

/** A call of either: four queries and keys of one head. */
export const recurrentExample = {
  q: [
    [[1, 0, 0.5, -1]],
    [[0.5, 1, 0, 0.5]],
    [[-1, 0.5, 1, 0]],
    [[0, -0.5, 1, 1]],
  ],
  k: [
    [[0.5, 1, 0, -1]],
    [[1, 0, -0.5, 0.5]],
    [[0, -1, 1, 0.5]],
    [[-0.5, 0.5, 1, 0]],
  ],
  positionWeight: [
    [0.5, -0.25, 0, 1],
    [0, 0.5, -1, 0.25],
    [1, 0, 0.5, -0.5],
    [-0.25, 1, 0, 0.5],
  ],
  contentBias: [[0.5, 0, -0.5, 0.25]],
  positionBias: [[0, 0.5, 0.25, -0.5]],
} as const;
