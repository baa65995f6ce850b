/** Optimisers of learned tables: all that is known about the method. */

import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';

const rate = { kind: 'number', min: 0, max: 2 ** 60 } as const;
const fraction = { kind: 'number', min: 0, max: 1 - 2 ** -53 } as const;

/** The options of `optimiser`, in the order in which they are read. */
export const optimiserParameters = {
  /**
   * Which rule: `sgd`, `adam`, or `adamw`, where weight decay does not pass
   * through the averages. Defaults to `'adam'`.
   */
  kind: {
    kind: 'choice',
    choices: ['sgd', 'adam', 'adamw'],
    default: 'adam',
  },
  /** Learning rate. Defaults to 0.001. */
  lr: { ...rate, default: 0.001 },
  /** Share of the last step that sgd keeps. Defaults to 0. */
  momentum: {
    ...rate,
    default: 0,
  },
  /** Share of the gradient that momentum leaves out. Defaults to 0. */
  dampening: {
    ...rate,
    default: 0,
  },
  /** Whether momentum looks ahead, as Nesterov's. Defaults to `false`. */
  nesterov: {
    kind: 'boolean',
    default: false,
  },
  /** Decay of the mean of gradients. Defaults to 0.9. */
  beta1: {
    ...fraction,
    default: 0.9,
  },
  /** Decay of the mean of their squares. Defaults to 0.999. */
  beta2: {
    ...fraction,
    default: 0.999,
  },
  /** Added to the root of that mean. Defaults to 1e-8. */
  eps: { ...rate, default: 1e-8 },
  /** Pull towards zero. Defaults to 0.01 for adamw, 0 for the others. */
  weightDecay: {
    ...rate,
    optional: true,
  },
  /**
   * Whether adam and adamw divide by the largest mean of squares so far.
   * Defaults to `false`.
   */
  amsgrad: {
    kind: 'boolean',
    default: false,
  },
} as const satisfies Parameters;

/** The options of the calls on what `optimiser` gives. */
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

/** The options of well-known models and programs. */
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
    'Steps of SGD, Adam or AdamW over a learned table, with the same numbers ' +
    'as PyTorch.',
  goodAt: 'Training a table in the browser, and checking what a step does.',
  badAt: 'Whole models: it knows one table and no graph.',
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
  result: 'an optimiser with step(table, gradient), for one table',
  accuracy: 'in float64, the table rounded once a step',
  pitfalls: [
    'One optimiser a table: it remembers the averages of each number.',
    'Weight decay of adam and sgd is added to the gradient; that of adamw ' +
      'shrinks the table itself.',
    'A row that no position reads still moves, by momentum and decay.',
  ],
} as const satisfies Description;
