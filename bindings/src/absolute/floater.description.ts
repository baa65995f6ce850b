/** FLOATER: parameters and description. */

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
    'Positions beyond training and times between positions, because the ' +
    'curve is defined there too; few parameters, whatever the length.',
  badAt:
    'Far positions: the solver needs every step from 0 on, and the curve was ' +
    'not trained that far.',
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
  result: 'Tensor [positions, batch·layers·dim], one state a row',
  accuracy:
    "the solver's steps are in float64 and rounded once; their distance from " +
    'the true curve is O(stepSize^4) at nodes, O(stepSize^2) between them',
  example: { length: 128, dim: 32 },
  pitfalls: [
    'Positions begin at 0, where the curve begins.',
    'Another step gives other rows, most of all the last ones: keep `delta` ' +
      'and `stepSize` with the weights.',
    "A step follows Kutta's 3/8 rule, as `rk4` of torchdiffeq does: the usual " +
      'rule of the same order gives other digits.',
    'torchdiffeq shortens its last step so that it ends at the last ' +
      'position. Here no step depends on other rows, and positions between two ' +
      'nodes are interpolated linearly. The two agree if `delta` is a multiple ' +
      'of `stepSize`.',
    'Biases of queries, keys and values in every block are one state with ' +
      '`layers: 3 * blocks`.',
    '`rows` from the middle cost all steps before them, too.',
  ],
} as const satisfies Description;
