/** Positions of tokens: parameters and description. */

import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import {
  LARGEST_INDEX,
  sequencesVariants,
} from './position-sequences.description.js';

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
   * lists or a tensor. Required unless `mask`, `sequenceStart` or `sequences` is
   * given.
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
   * Sequences without padding, given instead of `tokens`: `packed`, one behind
   * the other, each from its own position on; `chunked`, which also begins again
   * at 0 after each chunk, as the local layers of Llama 4 do; a `tree` of
   * drafts, whose tokens stand as far from the cache as from their root; or
   * `segments`, which separators end, as BiPE counts them on two levels.
   * Optional.
   */
  sequences: {
    kind: 'variant',
    variants: sequencesVariants,
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
  /**
   * Position of the first token of a sequence: with 0, and 1 or 0 as
   * `paddingIndex`, positions are those of `cumsum(mask) - 1` in models with
   * rotations. Defaults to `paddingIndex` + 1.
   */
  first: { kind: 'number', integer: true, min: 0, max: WIDEST, optional: true },
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
  title: 'Positions of tokens',
  summary:
    'Numbers the tokens of each sequence: of batches with padding, of packed ' +
    'documents, of chunks behind a cache, and of trees of drafts.',
  goodAt:
    'Batches padded on either side, and sequences packed without padding: every ' +
    'token keeps the position that it has in its own sequence.',
  badAt:
    'Sequences with padding in the middle, which models have not seen in training.',
  formula: [
    {
      when: { sequences: null },
      usual: true,
      text:
        'id[i] = first + past + number of tokens before i for tokens, pad for ' +
        'padding; by sequenceStart: past + i - start, 0 before start',
      latex:
        '\\mathrm{id}_i = m_i\\left(f + n + \\sum_{j < i} m_j\\right) + ' +
        '(1 - m_i)\\,\\pi',
    },
    {
      when: { sequences: 'packed' },
      text: 'id = start of the sequence + index in it',
      latex: '\\mathrm{id} = s + i',
    },
    {
      when: { sequences: 'chunked' },
      text: 'id = (start of the sequence + index in it) mod chunkSize',
      latex: '\\mathrm{id} = (s + i) \\bmod c',
    },
    {
      when: { sequences: 'tree' },
      text: 'id = past + number of tokens before it on its branch',
      latex: '\\mathrm{id}_i = n + d_i,\\quad d_i = d_{\\text{parent}(i)} + 1',
    },
    {
      when: { sequences: 'segments' },
      text:
        'id = number of tokens of its segment before it, at most largest; by ' +
        'level inter: number of segments before its own',
      latex:
        's_i = \\#\\{j < i : j\\ \\text{ends a segment}\\},\\quad ' +
        '\\min(i - \\min\\{j : s_j = s_i\\},\\,m)',
    },
  ],
  result: 'Int32Array, one position for each token',
  accuracy: 'exact',
  pitfalls: [
    'The first token of a sequence has position paddingIndex + 1: with ' +
      '`paddingIndex: 1`, 512 tokens need a table of 514 rows.',
    'RoBERTa and fairseq recognise padding by the token id, OPT by the ' +
      'attention mask: a padding token with mask 1 counts in OPT only.',
    'A draft of a model with M-RoPE begins at the number of its tokens plus the ' +
      '`delta` of the prompt, not at the number of its tokens.',
    'Positions alone do not keep packed documents apart: attention needs the ' +
      'same lengths, or a mask.',
  ],
} as const satisfies Description;
