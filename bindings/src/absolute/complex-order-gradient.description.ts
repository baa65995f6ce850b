/** Gradient of complex-order embeddings: all that is known about it. */

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
  upstreamReal: {
    kind: 'floats',
  },
  /**
   * Gradient of the loss by the imaginary parts, [positions, dim]. Required.
   */
  upstreamImaginary: {
    kind: 'floats',
  },
  ...gradientDtype,
} as const satisfies Parameters;

export const complexOrderGradientDescription = {
  title: 'Gradient of complex-order embeddings',
  summary:
    'What a loss says of amplitudes, frequencies and phases, from what it ' +
    'says of the rows.',
  goodAt: 'Training the tables outside of a framework.',
  badAt: 'Vocabularies of which a batch touches little: the result is dense.',
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
  result: '{ amplitude, frequency, phase }, tensors as the tables',
  accuracy: 'summed in float64 in the order of the rows, rounded once',
  pitfalls: [
    'Frequencies of far positions have gradients as large as the position: ' +
      'clip them, or learn frequencies at a smaller rate.',
  ],
} as const satisfies Description;
