/** Gradients of polar pairs: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { polarParameters, popePaper } from './polar-pairs.description.js';

/** The options of `polarPairsGradient`, in the order in which they are read. */
export const polarPairsGradientParameters = {
  ...polarParameters,
  /**
   * Gradient of the loss by the result, [rows, heads, headDim + rotaryDim] or
   * [batch, rows, heads, headDim + rotaryDim]. Required.
   */
  upstream: {
    kind: 'floats',
    axes: [
      ['rows', 'heads', 'headDim + rotaryDim'],
      ['batch', 'rows', 'heads', 'headDim + rotaryDim'],
    ],
  },
  /** Type of the numbers. Defaults to `'float32'`. */
  dtype: {
    kind: 'choice',
    choices: ['float32', 'float64'],
    default: 'float32',
  },
} as const satisfies Parameters;

export const polarPairsGradientDescription = {
  title: 'Gradient of polar pairs',
  summary:
    'Gradients of a loss by heads and phases, from its gradient by their pairs.',
  goodAt: 'Training a model with PoPE without a framework.',
  badAt: 'Gradients through the rotation: `rope.rotate` with `inverse` first.',
  formula: {
    text: '∂x = σ(x)·(u cos φ + v sin φ), ∂φ = Σ ln(1 + e^x)·(v cos φ - u sin φ)',
    latex:
      '\\partial x = \\sigma(x)\\,(u\\cos\\varphi + v\\sin\\varphi),\\quad ' +
      '\\partial\\varphi = \\sum \\ln(1 + e^x)\\,(v\\cos\\varphi - ' +
      'u\\sin\\varphi)',
  },
  paper: popePaper,
  result: '{ x, phases }, tensors with the shapes of the inputs',
  accuracy: 'computed and summed in float64, rounded once',
  example: { x: [[[0, 1]]], upstream: [[[1, 0, 0, 1]]] },
  pitfalls: ['A phase outside of -2π to 0 has no gradient: it is held there.'],
} as const satisfies Description;
