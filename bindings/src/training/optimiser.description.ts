/** Optimisers of learned tables: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';

const rate = { kind: 'number', min: 0, max: 2 ** 60 } as const;
const fraction = { kind: 'number', min: 0, max: 1 - 2 ** -53 } as const;

/** The options of `optimiser`, in the order in which they are read. */
export const optimiserParameters = {
  /**
   * Rule of a step: `sgd`, `adam`, or `adamw`, in which weight decay does not
   * enter the averages. Defaults to `'adam'`.
   */
  kind: {
    kind: 'choice',
    choices: ['sgd', 'adam', 'adamw'],
    default: 'adam',
  },
  /** Learning rate. Defaults to 0.001. */
  lr: { ...rate, default: 0.001 },
  /** Share of the previous step that sgd keeps. Defaults to 0. */
  momentum: {
    ...rate,
    default: 0,
  },
  /**
   * Share of the gradient that the momentum of sgd leaves out. Defaults to 0.
   */
  dampening: {
    ...rate,
    default: 0,
  },
  /**
   * Whether sgd uses Nesterov momentum, which looks one step ahead. Defaults to
   * `false`.
   */
  nesterov: {
    kind: 'boolean',
    default: false,
  },
  /** Decay of the running mean of gradients. Defaults to 0.9. */
  beta1: {
    ...fraction,
    default: 0.9,
  },
  /** Decay of the running mean of squared gradients. Defaults to 0.999. */
  beta2: {
    ...fraction,
    default: 0.999,
  },
  /**
   * Number added to the root of the mean of squares, so that no division is by
   * 0. Defaults to 1e-8.
   */
  eps: { ...rate, default: 1e-8 },
  /**
   * Strength with which weights are pulled towards zero. Defaults to 0.01 for
   * adamw, 0 for the others.
   */
  weightDecay: {
    ...rate,
    optional: true,
  },
  /**
   * Whether adam and adamw divide by the largest mean of squares so far instead
   * of the current one. Defaults to `false`.
   */
  amsgrad: {
    kind: 'boolean',
    default: false,
  },
} as const satisfies Parameters;

/** The options of the functions of an optimiser. */
export const optimiserOperations = {
  step: {
    parameters: {
      /** Learning rate of this step. Defaults to that of the optimiser. */
      lr: {
        ...rate,
        optional: true,
      },
    },
  },
} as const satisfies Readonly<Record<string, { parameters: Parameters }>>;

/** The option values of well-known models and programs. */
export const optimiserPresets = {
  Transformer: { kind: 'adam', beta1: 0.9, beta2: 0.98, eps: 1e-9 },
  BERT: {
    kind: 'adamw',
    lr: 1e-4,
    beta1: 0.9,
    beta2: 0.999,
    weightDecay: 0.01,
  },
  'GPT-3': { kind: 'adamw', beta1: 0.9, beta2: 0.95, weightDecay: 0.1 },
} as const satisfies Presets;

export const optimiserDescription = {
  title: 'Optimiser',
  summary:
    'Makes steps of SGD, Adam or AdamW on a learned table, with the same ' +
    'numbers as PyTorch.',
  goodAt: 'Training a table in the browser, and checking what one step does.',
  badAt:
    'Whole models: it updates one table and has no automatic differentiation.',
  formula: {
    text:
      'sgd: w -= lr · g; adam: m = β1·m + (1 - β1)·g, ' +
      'v = β2·v + (1 - β2)·g², ' +
      'w -= lr/(1 - β1^t) · m / (√v/√(1 - β2^t) + eps)',
    latex:
      'w \\leftarrow w - \\frac{\\eta}{1-\\beta_1^t}\\,' +
      '\\frac{m}{\\sqrt{v}/\\sqrt{1-\\beta_2^t}+\\epsilon}',
  },
  paper: {
    title: 'Adam: A Method for Stochastic Optimization',
    authors: 'Kingma and Ba',
    year: 2015,
    arxiv: '1412.6980',
  },
  result: 'Optimiser with step(table, gradient), for one table',
  accuracy: 'computed in float64; the table is rounded once a step',
  pitfalls: [
    'Each table needs an optimiser of its own, which keeps the averages of each number.',
    'With adam and sgd, weight decay is added to the gradient; with adamw, ' +
      'it shrinks the table itself.',
    'A row that no position reads still moves, because of momentum and weight decay.',
  ],
} as const satisfies Description;
