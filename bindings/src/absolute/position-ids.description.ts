/** Positions of padded sequences: parameters and description. */

import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** Largest token id, and position, that an Int32Array holds. */
export const LARGEST_INDEX = 2 ** 31 - 1;

const count = {
  kind: 'number',
  integer: true,
  min: 0,
  max: WIDEST,
  default: 0,
} as const;

/** The options of `positionIds`, in the order in which they are read. */
export const positionIdsParameters = {
  /**
   * Token ids, one sequence after the other, or [sequences, length] as nested
   * lists or a tensor. Required unless `mask` or `sequenceStart` is given.
   */
  tokens: {
    kind: 'indices',
    shaped: true,
    axes: ['sequences', 'length'],
    optional: true,
  },
  /**
   * For each token 1 or true, for padding 0 or false, shaped as `tokens`. Given
   * instead of `tokens`. Optional.
   */
  mask: {
    kind: 'indices',
    shaped: true,
    axes: ['sequences', 'length'],
    flags: true,
    optional: true,
  },
  /**
   * The index at which each sequence begins after its padding: there the
   * position is `past`, and 0 before it. Given instead of `tokens` and `mask`;
   * then `length` is required. Optional.
   */
  sequenceStart: {
    kind: 'integers',
    min: 0,
    max: LARGEST_INDEX,
    least: 1,
    optional: true,
  },
  /**
   * Length of a sequence. Defaults to that of the nested lists or of the
   * tensor's last axis, else to the whole list, as one sequence.
   */
  length: {
    kind: 'number',
    integer: true,
    min: 1,
    max: LARGEST_INDEX,
    optional: true,
  },
  /**
   * Id of the padding token, which is also the position of padding. Defaults to
   * 1.
   */
  paddingIndex: {
    ...count,
    default: 1,
  },
  /** Number of tokens of each sequence in earlier calls. Defaults to 0. */
  past: { ...count },
  /**
   * Number of leading tokens of each sequence that are counted but left out of
   * the result, such as those in a cache. Defaults to 0.
   */
  skip: {
    ...count,
  },
} as const satisfies Parameters;

export const positionIdsDescription = {
  title: 'Positions of padded sequences',
  summary:
    'Numbers the tokens of each sequence and leaves out padding, as fairseq ' +
    'and the models derived from it do.',
  goodAt: 'Batches padded on either side: every token keeps its position.',
  badAt:
    'Sequences with padding in the middle, which models have not seen in training.',
  formula: {
    text:
      'id[i] = pad + (past + number of tokens up to i) for tokens, pad for ' +
      'padding; by sequenceStart: past + i - start, 0 before start',
    latex: '\\mathrm{id}_i = \\pi + m_i\\left(n + \\sum_{j \\le i} m_j\\right)',
  },
  result: 'Int32Array, one position for each token',
  accuracy: 'exact',
  pitfalls: [
    'The first token of a sequence has position paddingIndex + 1: with ' +
      '`paddingIndex: 1`, 512 tokens need a table of 514 rows.',
    'RoBERTa and fairseq recognise padding by the token id, OPT by the ' +
      'attention mask: a padding token with mask 1 counts in OPT only.',
  ],
} as const satisfies Description;
