/** Exponential decays of the position: parameters and description. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** Range of half-lives. */
const halfLife = { kind: 'number', min: 2 ** -20, max: 2 ** 60 } as const;

/** The options of `exponential`, in the order in which they are read. */
export const exponentialParameters = {
  ...tableRows,
  /** Number of decays. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /** Half-life of column 0, in positions. Defaults to 1. */
  shortest: {
    ...halfLife,
    default: 1,
  },
  /** Half-life of the last column, in positions. Defaults to 1024. */
  longest: {
    ...halfLife,
    default: 1024,
  },
  ...tableResult,
} as const satisfies Parameters;

export const exponentialDescription = {
  title: 'Exponential decay',
  family: 'table',
  summary:
    'Exponential decays with the distance from position 0, their half-lives ' +
    'in geometric progression.',
  goodAt:
    'Telling near from far on a logarithmic scale, with values that are ' +
    'always between 0 and 1.',
  badAt:
    'Far positions: beyond ten of the longest half-lives all rows are near ' +
    'zero, and neighbours differ less and less.',
  formula: {
    text:
      'PE[p, k] = 2^(-|p| / h_k), ' +
      'h_k = shortest · (longest/shortest)^(k/(dim-1))',
    latex:
      '\\mathrm{PE}_{p,k} = 2^{-|p| / h_k},\\quad ' +
      'h_k = h_0 \\left(\\frac{h_{D-1}}{h_0}\\right)^{k/(D-1)}',
  },
  result: 'Tensor [positions, dim]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 1 ulp, and 0 below ' +
    '2^-1021',
  example: { length: 256, dim: 64, shortest: 1, longest: 256 },
  pitfalls: [
    'Positions p and -p have the same row; `enformer` tells them apart.',
    'A half-life is not a time constant: the decay rate of column k is ln 2 ' +
      '/ h_k.',
    'float16 holds 24 half-lives: from 25 on, values are 0.',
  ],
} as const satisfies Description;
