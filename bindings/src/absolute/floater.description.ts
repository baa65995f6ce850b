/** FLOATER: all that is known about the method. */

import { tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { floaterFlow } from './floater-parameters.js';

/** The options of `floater`, in the order in which they are read. */
export const floaterParameters = {
  ...tableRows,
  ...floaterFlow,
  ...tableResult,
} as const satisfies Parameters;

export const floaterDescription = {
  title: 'FLOATER',
  family: 'table',
  summary:
    'Positions as points on a curve that a small neural network draws: a ' +
    'neural ODE, solved by steps of fixed length.',
  goodAt:
    'Positions that were never seen, and times between them: the curve goes ' +
    'on; few parameters, whatever the length.',
  badAt:
    'Far positions: the solver walks there step by step from zero, on a ' +
    'curve that nobody trained that far.',
  formula: {
    text: 'p_i = p(i·Δ), dp/dt = h(t, p; w), p(0) given',
    latex:
      'p_i = p(i\\Delta),\\quad p(t) = p(0) + ' +
      '\\int_0^t h\\left(\\tau, p(\\tau); w\\right) d\\tau',
  },
  paper: {
    title:
      'Learning to Encode Position for Transformer with Continuous Dynamical ' +
      'Model',
    authors: 'Liu et al.',
    year: 2020,
    arxiv: '2003.09229',
  },
  result: 'Tensor [positions, batch·layers·dim], a state in each row',
  accuracy:
    'the steps of the solver in float64, rounded once; of the curve itself ' +
    'O(stepSize^4) at its nodes, O(stepSize^2) between them',
  example: { length: 128, dim: 32 },
  pitfalls: [
    'Positions begin at 0; there is no curve before it.',
    'The last rows differ if the step does: keep `delta` and `stepSize` with ' +
      'the weights.',
    'torchdiffeq shortens its last step to end at the last position; here ' +
      'steps never depend on the other rows, and positions between two nodes ' +
      'lie on the straight line. The two agree where delta is a multiple of ' +
      'stepSize.',
    'For biases of queries, keys and values in every block: one state with ' +
      '`layers: 3 * blocks`.',
    'Rows from the middle cost all the steps before them.',
  ],
} as const satisfies Description;
