/** Gradient of FLOATER: all that is known about it. */

import { positionParameters } from '../arrays/positions.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { floaterFlow } from './floater-parameters.js';
import { gradientDtype } from './gradient.js';

/** The options of `floaterGradient`, in the order in which they are read. */
export const floaterGradientParameters = {
  ...positionParameters,
  ...floaterFlow,
  /**
   * Gradient of the loss by the rows, [positions, batch·layers·dim].
   * Required.
   */
  upstream: {
    kind: 'floats',
  },
  ...gradientDtype,
} as const satisfies Parameters;

export const floaterGradientDescription = {
  title: 'Gradient of FLOATER',
  summary:
    'What a loss says of the state at position 0 and of the weights, from ' +
    'what it says of the rows.',
  goodAt:
    'Exact gradients of what the solver computed: it goes back through the ' +
    'very steps.',
  badAt: 'Long curves: about six times the work, and 2√steps states of memory.',
  formula: {
    text: '∂L/∂p_n = (∂p_{n+1}/∂p_n)ᵀ ∂L/∂p_{n+1} + upstream at p_n',
    latex:
      '\\bar p_n = \\left(\\frac{\\partial p_{n+1}}{\\partial p_n}\\right)' +
      '^{\\top} \\bar p_{n+1} + u_n',
  },
  paper: {
    title:
      'Learning to Encode Position for Transformer with Continuous Dynamical ' +
      'Model',
    authors: 'Liu et al.',
    year: 2020,
    arxiv: '2003.09229',
  },
  result:
    '{ initial, inputWeight, inputBias, outputWeight, outputBias }, tensors',
  accuracy: 'float64 sums in a fixed order, rounded once',
  pitfalls: [
    'The published code uses the adjoint method, which solves another ' +
      'equation backwards: its gradients agree with these only as the step ' +
      'goes to zero.',
  ],
} as const satisfies Description;
