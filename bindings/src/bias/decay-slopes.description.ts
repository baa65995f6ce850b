/** The slopes of linear attention: parameters and description. */

import { axisLength, tableResult, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The parameters from which slopes of linear attention follow. */
export const lawParameters = {
  /**
   * Whose slopes: `minimax`, powers of two, which fade from layer to layer in
   * transformers; `minimax-text01`, those of ALiBi, which do so in MiniMax-Text-01
   * itself; `ring`, the same from the second layer on; `lightning`, those of
   * Lightning Attention in flash-linear-attention, which grow evenly from head to
   * head; `retnet`, the same in every layer. Required.
   */
  law: {
    kind: 'choice',
    choices: ['minimax', 'lightning', 'retnet', 'ring', 'minimax-text01'],
  },
  /** Index of the layer, from 0. Required, but by `retnet`. */
  layer: { kind: 'number', integer: true, min: 0, max: 65535, optional: true },
  /**
   * Number of layers of the model, at least 2 by `ring` and `minimax-text01`.
   * Required, but by `retnet`.
   */
  layers: { kind: 'number', integer: true, min: 1, max: 65536, optional: true },
} as const satisfies Parameters;

/** The options of `decaySlopes`, in the order in which they are read. */
export const decaySlopesParameters = {
  /** Number of heads. Required. */
  heads: { kind: 'number', integer: true, min: 1, max: WIDEST },
  ...lawParameters,
  ...tableResult,
} as const satisfies Parameters;

/** The same for methods that take slopes, too. */
export const slopesOrLaw = {
  /** Number of heads. Defaults to that of `slopes`; otherwise required. */
  heads: axisLength,
  ...lawParameters,
  /**
   * Whose slopes, as in `decaySlopes`: `minimax`, `lightning`, `retnet`, `ring` or
   * `minimax-text01`.
   * Required without `slopes`.
   */
  law: { ...lawParameters.law, optional: true },
  /**
   * Slope of each head, at least 0, such as learned ones. Given instead of `law`,
   * `layer` and `layers`. Optional.
   */
  slopes: { kind: 'floats', axes: ['heads'], optional: true },
} as const satisfies Parameters;

export const decaySlopesDescription = {
  title: 'Slopes of linear attention',
  summary:
    'The slope of each head of linear attention with decay: a key d steps ' +
    'back keeps e^(-slope·d) of its weight.',
  goodAt:
    'Lightning layers and RetNet, whose programs differ: as `slopes` of `alibi` ' +
    'in the form `causal` they give the logarithm of the decay.',
  badAt: 'Decays that a model makes of each token: those are `forgetting`.',
  formula: {
    text:
      'minimax: 2^(-8(h+1)/heads)·(1 - layer/(layers - 1 + 1e-5) + 1e-5); ' +
      'lightning: 8h/heads·(1 - layer/layers); retnet: -ln(1 - 2^(-5-h)); ring: ' +
      'those of ALiBi·(1 - (layer - 1)/(layers - 1) + 1e-5); minimax-text01: the ' +
      'same with layer for layer - 1',
    latex:
      's_h = 2^{-8(h+1)/H}\\bigl(1 - \\tfrac{l}{N-1+\\epsilon} + ' +
      '\\epsilon\\bigr),\\quad \\tfrac{8h}{H}\\bigl(1 - ' +
      '\\tfrac{l}{N}\\bigr),\\quad -\\ln(1 - 2^{-5-h}),\\quad m_h' +
      '\\bigl(1 - \\tfrac{l-1}{N-1} + \\epsilon\\bigr)',
  },
  paper: {
    title: 'MiniMax-01: Scaling Foundation Models with Lightning Attention',
    authors: 'MiniMax',
    year: 2025,
    arxiv: '2501.08313',
  },
  result: 'Tensor [heads]',
  accuracy: 'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 4 ulp',
  example: { heads: 8, law: 'minimax', layer: 1, layers: 6 },
  pitfalls: [
    'Two programs call their slopes those of Lightning Attention: MiniMax takes ' +
      'powers of two, flash-linear-attention equal steps, whose head 0 never ' +
      'forgets.',
    'Programs of Ring disagree about layer 0, which `ring` lets forget most, as ' +
      'its class does: one port gives it the slopes of layer 1 (`layer: 1`).',
    'Programs disagree about MiniMax-Text-01: its own class and vLLM have ' +
      '`minimax-text01`, transformers has `minimax`, whose slopes are not those of ' +
      'ALiBi where the number of heads is no power of two.',
  ],
} as const satisfies Description;
