/** Dynamic position bias: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { sharedParameters } from './shared-parameters.js';

/** Most units of a layer. */
export const WIDEST_LAYER = 2 ** 13;

/** The options of one layer. */
const layer = {
  /** Weights, [units, inputs]; the first layer has one input. Required. */
  weight: { kind: 'floats', axes: ['units', 'inputs'] },
  /** Bias of each unit, [units]. Required. */
  bias: { kind: 'floats', axes: ['units'] },
  /**
   * Gain of each unit behind the layer norm, [units]. Every hidden layer has a
   * layer norm, or none. Optional.
   */
  gain: { kind: 'floats', axes: ['units'], optional: true },
  /** Shift of each unit behind the layer norm, [units]. Defaults to zeros. */
  shift: { kind: 'floats', axes: ['units'], optional: true },
} as const satisfies Parameters;

/** The own options of `dynamicBias`, in the order in which they are read. */
export const dynamicBiasOwn = {
  /** Number of heads. Defaults to the units of the last layer. */
  heads: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST_LAYER,
    optional: true,
  },
  /**
   * The layers of the network, from the first hidden one to the last, which
   * has a unit for each head. Hidden layers are equally wide. Required.
   */
  layers: { kind: 'records', of: layer, least: 2, most: 65 },
  /**
   * Whether the network takes sign(d)·ln(1 + |d|) instead of the distance d.
   * Defaults to `false`.
   */
  logDistance: { kind: 'boolean', default: false },
  /** Number added to the variance in layer norms. Defaults to 0.00001. */
  normEpsilon: { kind: 'number', min: 2 ** -100, max: 1, default: 1e-5 },
} as const satisfies Parameters;

export const dynamicBiasParameters = {
  ...dynamicBiasOwn,
  ...sharedParameters,
} as const satisfies Parameters;

export const dynamicBiasDescription = {
  title: 'Dynamic position bias',
  family: 'bias',
  summary: 'A network makes the biases of all heads of the signed distance.',
  goodAt:
    'Any function of the distance, which a network learns with far fewer ' +
    'numbers than a table has, for every length.',
  badAt:
    'Distances far beyond those of the training, at which nobody knows what ' +
    'the network says.',
  formula: {
    text:
      'b[·, i, j] = W_n·x_n + b_n; x_0 = i - j, x_(l+1) = ' +
      'silu(norm(W_l·x_l + b_l)), silu(x) = x / (1 + e^-x)',
    latex:
      'b_{\\cdot ij} = W_n x_n + b_n,\\quad x_0 = i - j,\\quad ' +
      'x_{l+1} = \\mathrm{silu}(\\mathrm{norm}(W_l x_l + b_l))',
  },
  paper: {
    title:
      'CrossFormer: A Versatile Vision Transformer Hinging on Cross-scale ' +
      'Attention',
    authors: 'Wang et al.',
    year: 2021,
    arxiv: '2108.00154',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'computed in float64, where each product and sum is rounded; float32, ' +
    'float16, bfloat16: that, rounded once',
  example: {
    heads: 2,
    layers: [
      { weight: [[0.3], [-0.2], [0.1]], bias: [0.5, 0, -0.5] },
      {
        weight: [
          [1, -2, 0.5],
          [-0.5, 1, 2],
        ],
        bias: [0, 0.1],
      },
    ],
    logDistance: true,
    queries: 64,
    keys: 64,
  },
  pitfalls: [
    'The distance is query minus key here, as in x-transformers: positive for ' +
      'keys before the query.',
    'The paper has a layer norm and ReLU in each layer, and distances on two ' +
      'axes; x-transformers has SiLU, which is what this method computes.',
  ],
} as const satisfies Description;
