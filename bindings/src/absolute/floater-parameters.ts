/** Parameters that FLOATER and its gradient share. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';

const width = { kind: 'number', integer: true, min: 1, max: WIDEST } as const;

const time = { kind: 'number', min: 2 ** -60, max: 2 ** 60 } as const;

export const floaterFlow = {
  /** Width D of each vector of the state; even for `conv`. Required. */
  dim: {
    ...width,
  },
  /**
   * Number of vectors of a state: one for each layer of the model, or three for
   * biases of queries, keys and values. Defaults to 1.
   */
  layers: {
    ...width,
    default: 1,
  },
  /** Number of states that are computed side by side. Defaults to 1. */
  batch: { ...width, default: 1 },
  /**
   * Function h that the curve follows: `linear` is two linear maps with ReLU
   * between them; `conv` is a convolution over the width, SELU, and a transposed
   * convolution, both with stride 2 and padding 2, the second with output
   * padding 1. Both take the time as an input. Defaults to `'linear'`.
   */
  kind: {
    kind: 'choice',
    choices: ['linear', 'conv'],
    default: 'linear',
  },
  /**
   * Width between the two maps, or number of channels between the two
   * convolutions. Defaults to the length of `inputBias`; without it to `dim`
   * for `linear`, `layers` for `conv`.
   */
  hidden: {
    ...width,
    optional: true,
  },
  /**
   * Weights of the first map, [hidden, dim + 1], or convolution, [hidden,
   * layers + 1, 5]; the time comes last. Defaults to Glorot's, drawn from
   * `seed`.
   */
  inputWeight: {
    kind: 'floats',
    axes: [
      ['hidden', 'dim + 1'],
      ['hidden', 'layers + 1', '5'],
    ],
    optional: true,
  },
  /** Biases of the first map or convolution, [hidden]. Defaults to zeros. */
  inputBias: { kind: 'floats', axes: ['hidden'], optional: true },
  /**
   * Weights of the second map, [dim, hidden + 1], or convolution, [hidden + 1,
   * layers, 5]. Defaults to Glorot's, drawn from `seed`.
   */
  outputWeight: {
    kind: 'floats',
    axes: [
      ['dim', 'hidden + 1'],
      ['hidden + 1', 'layers', '5'],
    ],
    optional: true,
  },
  /**
   * Biases of the second map, [dim], or convolution, [layers]. Defaults to
   * zeros.
   */
  outputBias: { kind: 'floats', axes: [['dim'], ['layers']], optional: true },
  /**
   * State at position 0, [batch, layers, dim]. Defaults to Glorot's, drawn
   * from `seed`.
   */
  initial: { kind: 'floats', axes: ['batch', 'layers', 'dim'], optional: true },
  /**
   * Seed of the drawn numbers, which are the same in every engine. Defaults to
   * 0.
   */
  seed: {
    kind: 'number',
    integer: true,
    min: 0,
    max: LARGEST_POSITION,
    default: 0,
  },
  /** Time between neighbouring positions. Defaults to 0.01. */
  delta: {
    ...time,
    default: 0.01,
  },
  /** Time of a step of the solver. Defaults to `delta` / 5. */
  stepSize: {
    ...time,
    optional: true,
  },
} as const;
