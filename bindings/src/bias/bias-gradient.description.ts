/** The gradient of a bias: parameters and description. */

import { pairParameters } from '../arrays/pairs.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The options of `biasGradient`, in the order in which they are read. */
export const biasGradientParameters = {
  /** Spec of the bias. Required without `gate`. */
  bias: { kind: 'spec', family: 'bias', optional: true },
  /** Spec of the gate. Required without `bias`. */
  gate: { kind: 'spec', family: 'gate', optional: true },
  /**
   * The gradient of the loss by the map of the bias or gate, [heads, queries,
   * keys] row-major. Required.
   */
  upstream: { kind: 'floats' },
  ...pairParameters,
} as const satisfies Parameters;

export const biasGradientDescription = {
  title: 'Gradient of a bias',
  summary:
    'Takes the gradient of a loss by the map of a bias or gate back to its ' +
    'weights: tables, slopes or networks.',
  goodAt: 'Training a bias in a program that computes its own attention.',
  badAt:
    'Whole attention: `attentionGradient` needs no map and gives the same.',
  formula: {
    text: 'dw = Σ over h, i, j of upstream[h, i, j]·∂b[h, i, j]/∂w',
    latex:
      '\\frac{\\partial L}{\\partial w} = \\sum_{hij} U_{hij}\\, ' +
      '\\frac{\\partial b_{hij}}{\\partial w}',
  },
  result: 'The gradients by the names of the weights, in their shapes',
  accuracy: 'summed in float64, rounded once',
  pitfalls: [
    'Weights that are drawn, computed or left out have gradients, too: those ' +
      'of a `t5Bias` without a table are by the drawn one.',
    'A model that shares a bias over its layers adds up the gradients of all ' +
      'layers.',
  ],
} as const satisfies Description;
