/** What complex-order embeddings and their gradient share. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';

/** Most words: what an Int32Array can number. */
export const MOST_WORDS = 2 ** 31 - 1;

export const complexOrderTables = {
  /** Number of dimensions D, each a complex number. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /** Word of each row. Defaults to word 0 in every row. */
  tokens: {
    kind: 'indices',
    optional: true,
  },
  /**
   * Number of words. Defaults to as many as the given tables have, or the
   * tokens need.
   */
  words: {
    kind: 'number',
    integer: true,
    min: 1,
    max: MOST_WORDS,
    optional: true,
  },
  /**
   * Who has a frequency of its own: `none` is every word and dimension,
   * [words, dim]; `word` every word, [words]; `dimension` every dimension,
   * [dim]. Defaults to `'none'`.
   */
  sharing: {
    kind: 'choice',
    choices: ['none', 'word', 'dimension'],
    default: 'none',
  },
  /** Amplitudes [words, dim]. Defaults to normal numbers drawn from `seed`. */
  amplitude: {
    kind: 'floats',
    optional: true,
  },
  /**
   * Frequencies in radians per position. Defaults to what `initial` says; of
   * words alone, to normal numbers drawn from `seed`.
   */
  frequency: {
    kind: 'floats',
    optional: true,
  },
  /** Phases in radians, [words, dim]. Defaults to zeros. */
  phase: {
    kind: 'floats',
    optional: true,
  },
  /**
   * Frequencies to begin with: `pairs` is 10000^(-2⌊k/2⌋/dim) for every word,
   * as in the language models of the paper; `word` is w · 10000^(-2k/dim) for
   * word w, as in its text classifiers; without w where dimensions share.
   * Defaults to `'pairs'`.
   */
  initial: {
    kind: 'choice',
    choices: ['pairs', 'word'],
    default: 'pairs',
  },
  /** Which numbers are drawn: the same ones everywhere. Defaults to 0. */
  seed: {
    kind: 'number',
    integer: true,
    min: 0,
    max: LARGEST_POSITION,
    default: 0,
  },
  /**
   * The word of padding: its drawn amplitudes and initial frequencies are
   * zeros, and its amplitudes have no gradient. Optional.
   */
  paddingIndex: {
    kind: 'number',
    integer: true,
    min: 0,
    max: MOST_WORDS - 1,
    optional: true,
  },
} as const;
