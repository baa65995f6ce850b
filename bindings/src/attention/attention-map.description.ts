/** Pictures of attention: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { callParameters } from './call-parameters.js';

const extent = {
  kind: 'number',
  integer: true,
  min: 1,
  max: 2 ** 16,
  optional: true,
} as const;

const range = {
  kind: 'integers',
  min: 0,
  least: 2,
  most: 2,
  optional: true,
} as const;

/** The parameters that say what a picture shows. */
export const pictureParameters = {
  /**
   * What is shown: the scores after cap and mask, or the weights after the
   * softmax and the gate. Defaults to `'scores'`.
   */
  of: { kind: 'choice', choices: ['scores', 'weights'], default: 'scores' },
  /** Queries that are shown: `[from, to]`, without `to`. Defaults to all. */
  queryRange: range,
  /** Keys that are shown: `[from, to]`, without `to`. Defaults to all. */
  keyRange: range,
  /**
   * Rows of the picture. Defaults to the number of queries that are shown, at
   * most 512.
   */
  height: extent,
  /**
   * Columns of the picture. Defaults to the number of keys that are shown, at
   * most 512.
   */
  width: extent,
  /**
   * What a cell shows of its pairs: the largest number, their mean, or the
   * smallest and the largest number, in two pictures. Defaults to `'max'`.
   */
  pool: {
    kind: 'choice',
    choices: ['max', 'mean', 'minMax'],
    default: 'max',
  },
  /**
   * Rows of the picture to compute: `[from, to]`, without `to`. They have the
   * same bits as in the whole picture. Defaults to all.
   */
  rows: range,
} as const satisfies Parameters;

/** The options of `attentionMap`, in the order in which they are read. */
export const attentionMapParameters = {
  ...callParameters,
  ...pictureParameters,
} as const satisfies Parameters;

export const attentionMapDescription = {
  title: 'Picture of attention',
  summary:
    'Pools the scores or weights of attention into a picture of any size, ' +
    'without ever holding the whole map.',
  goodAt:
    'Looking at sequences of 100 000 tokens, as a whole and at any part of them.',
  badAt: 'Single numbers of short sequences, which `attention` gives.',
  formula: {
    text:
      'picture[h, y, x] = max, mean or min over the pairs (i, j) that are seen ' +
      'with floor(y·queries/height) <= i < floor((y+1)·queries/height), and ' +
      'floor(x·keys/width) <= j < floor((x+1)·keys/width)',
    latex:
      'P_{hyx} = \\max_{i \\in Q_y,\\; j \\in K_x} s_{hij},\\quad Q_y = ' +
      '\\left[\\lfloor yL/H \\rfloor,\\; \\lfloor (y{+}1)L/H \\rfloor\\right)',
  },
  paper: {
    title: 'Attention Is All You Need',
    authors: 'Vaswani et al.',
    year: 2017,
    arxiv: '1706.03762',
  },
  result:
    "[heads, height, width], with the axis of a batch before; with pool 'minMax' " +
    '[2, …], the smallest and then the largest numbers',
  accuracy: 'extremes exact; means in float64, rounded once',
  pitfalls: [
    'A cell in which no pair is seen is -Infinity, in every kind of picture. ' +
      'Leave it out of the range of colours.',
    'Masked pairs do not take part in a mean: at the edge of a causal mask it ' +
      'is that of fewer pairs.',
    'Weights need the scores of all keys, also of those beyond `keyRange`; ' +
      'scores are computed for the keys of the range alone, if all terms are ' +
      'biases from specs.',
    'A mean hides single large weights, which a maximum shows.',
    'Values and output weights may be given, as to `attention`, and are not ' +
      'used.',
  ],
} as const satisfies Description;
