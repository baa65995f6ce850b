/** Parameters that complex-order embeddings and their gradient share. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';

/** Largest number of words: an Int32Array must hold their numbers. */
export const MOST_WORDS = 2 ** 31 - 1;

export const complexOrderTables = {
  /** Number of dimensions D, each a complex number. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /** Number of the word in each row. Defaults to word 0 in every row. */
  tokens: {
    kind: 'indices',
    optional: true,
  },
  /**
   * Number of words. Defaults to the number that the given tables have, or that
   * the tokens need.
   */
  words: {
    kind: 'number',
    integer: true,
    min: 1,
    max: MOST_WORDS,
    optional: true,
  },
  /**
   * How frequencies are shared: `none` gives one to every dimension of every
   * word, [words, dim]; `word` one to every word, [words]; `dimension` one to
   * every dimension, [dim]. Defaults to `'none'`.
   */
  sharing: {
    kind: 'choice',
    choices: ['none', 'word', 'dimension'],
    default: 'none',
  },
  /** Amplitudes [words, dim]. Defaults to normal numbers drawn from `seed`. */
  amplitude: { kind: 'floats', axes: ['words', 'dim'], optional: true },
  /**
   * Frequencies in radians per position. Defaults to those of `initial`, or
   * with `sharing: 'word'` to normal numbers drawn from `seed`.
   */
  frequency: {
    kind: 'floats',
    axes: [['words', 'dim'], ['words'], ['dim']],
    optional: true,
  },
  /** Phases in radians, [words, dim]. Defaults to zeros. */
  phase: { kind: 'floats', axes: ['words', 'dim'], optional: true },
  /**
   * Initial frequencies: `pairs` is 10000^(-2⌊k/2⌋/dim) for every word, as in
   * the language models of the paper; `word` is w · 10000^(-2k/dim) for word w,
   * as in its text classifiers, or without the factor w if words share their
   * frequencies. Defaults to `'pairs'`.
   */
  initial: {
    kind: 'choice',
    choices: ['pairs', 'word'],
    default: 'pairs',
  },
  /**
   * Seed of the drawn numbers, which are the same in every engine. Defaults to
   * 0.
   */
  seed: {
    kind: 'number',
    integer: true,
    min: 0,
    max: LARGEST_POSITION,
    default: 0,
  },
  /**
   * Number of the padding word: its drawn amplitudes and initial frequencies
   * are zeros, and its amplitudes have no gradient. Optional.
   */
  paddingIndex: {
    kind: 'number',
    integer: true,
    min: 0,
    max: MOST_WORDS - 1,
    optional: true,
  },
} as const;
