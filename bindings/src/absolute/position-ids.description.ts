/** Positions of padded sequences: all that is known about the method. */

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
  /** Token ids, sequence after sequence. Required unless `mask` is given. */
  tokens: {
    kind: 'indices',
    optional: true,
  },
  /** Ones for tokens, zeros for padding. Instead of `tokens`. */
  mask: {
    kind: 'indices',
    optional: true,
  },
  /** Length of a sequence. Defaults to all there is. */
  length: {
    kind: 'number',
    integer: true,
    min: 1,
    max: LARGEST_INDEX,
    optional: true,
  },
  /** Id of the padding token, and position of padding. Defaults to 1. */
  paddingIndex: {
    ...count,
    default: 1,
  },
  /** Tokens of each sequence that came before. Defaults to 0. */
  past: { ...count },
  /**
   * First tokens of each sequence that are counted and not answered, as
   * those that a cache holds. Defaults to 0.
   */
  skip: {
    ...count,
  },
} as const satisfies Parameters;

export const positionIdsDescription = {
  title: 'Positions of padded sequences',
  summary:
    'Counts the tokens of each sequence and leaves padding out, as fairseq ' +
    'and what came from it do.',
  goodAt: 'Batches padded on either side: every token keeps its position.',
  badAt: 'Sequences with padding in the middle, which models never saw.',
  formula: {
    text:
      'id[i] = pad + (past + number of tokens up to i) for tokens, pad for ' +
      'padding',
    latex: '\\mathrm{id}_i = \\pi + m_i\\left(n + \\sum_{j \\le i} m_j\\right)',
  },
  result: 'Int32Array, a position for each token',
  accuracy: 'whole numbers',
  pitfalls: [
    'The first token of a sequence stands at paddingIndex + 1, so that ' +
      '512 positions need a table of 514 rows with paddingIndex 1.',
    'RoBERTa and fairseq look at token ids, OPT at the attention mask: a ' +
      'padding token that is attended to counts in OPT only.',
  ],
} as const satisfies Description;
