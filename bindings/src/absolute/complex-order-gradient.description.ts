/** Gradient of complex-order embeddings: parameters and description. */

import { positionParameters } from '../arrays/positions.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { complexOrderTables } from './complex-order-parameters.js';
import { gradientDtype } from './gradient.js';

/** The options of `complexOrderGradient`, in the order in which they are read. */
export const complexOrderGradientParameters = {
  ...positionParameters,
  ...complexOrderTables,
  /** Gradient of the loss by the real parts, [positions, dim]. Required. */
  upstreamReal: { kind: 'floats', axes: ['positions', 'dim'] },
  /**
   * Gradient of the loss by the imaginary parts, [positions, dim]. Required.
   */
  upstreamImaginary: { kind: 'floats', axes: ['positions', 'dim'] },
  ...gradientDtype,
} as const satisfies Parameters;

export const complexOrderGradientDescription = {
  title: 'Gradient of complex-order embeddings',
  summary:
    'Gradients of a loss by amplitudes, frequencies and phases, from its ' +
    'gradient by the rows.',
  goodAt: 'Training the tables without a framework.',
  badAt:
    'Large vocabularies of which a batch uses few words: the result is dense.',
  formula: {
    text:
      '∂r = cos a · R + sin a · I, ∂φ = r (cos a · I - sin a · R), ' +
      '∂ω = p ∂φ, with a = ω p + φ, summed over rows',
    latex:
      '\\partial r = R\\cos a + I\\sin a,\\quad ' +
      '\\partial\\varphi = r\\,(I\\cos a - R\\sin a),\\quad ' +
      '\\partial\\omega = p\\,\\partial\\varphi',
  },
  paper: {
    title: 'Encoding word order in complex embeddings',
    authors: 'Wang et al.',
    year: 2020,
    arxiv: '1912.12333',
  },
  result:
    '{ amplitude, frequency, phase }, tensors with the shapes of the tables',
  accuracy: 'summed in float64 in the order of the rows, rounded once',
  pitfalls: [
    'The gradient by a frequency grows with the position: clip it, or learn ' +
      'frequencies at a smaller rate.',
  ],
} as const satisfies Description;
