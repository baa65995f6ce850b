/** Gradient of FLOATER: parameters and description. */

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
  upstream: { kind: 'floats', axes: ['positions', 'batch · layers · dim'] },
  ...gradientDtype,
} as const satisfies Parameters;

export const floaterGradientDescription = {
  title: 'Gradient of FLOATER',
  summary:
    'Gradients of a loss by the weights and by the state at position 0, from ' +
    'its gradient by the rows.',
  goodAt:
    "Exact gradients of the solver's own result: they go back through the " +
    'same steps.',
  badAt:
    'Long curves: it takes about six times the work of `floater`, and memory for 2√steps states.',
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
    'The published code uses the adjoint method, which solves a second ' +
      'equation backwards: its gradients approach these only as the step goes ' +
      'to zero.',
  ],
} as const satisfies Description;
