/** Attention as a layer of a model does it: parameters. */

import type { Parameters } from '../describe/parameters.js';

/** The parameters that name a layer of a model. */
export const modelParameters = {
  /**
   * Model whose layer computes attention, as `model`, or `readModel` of
   * `posenc/models`, gives it. The layer says heads, rotation, scale, window,
   * soft cap and biases; options that are given take precedence. Learned weights
   * are given as the spec of their method, such as
   * `bias: { method: 't5Bias', table }`. Optional.
   */
  model: { kind: 'other', optional: true },
  /** Number of the layer of `model`, from 0. Defaults to 0. */
  layer: {
    kind: 'number',
    integer: true,
    min: 0,
    max: 2 ** 20,
    optional: true,
  },
  /**
   * Name of the part of `model` that the layer is in, such as `vision`.
   * Defaults to its main part.
   */
  tower: { kind: 'other', optional: true },
} as const satisfies Parameters;
