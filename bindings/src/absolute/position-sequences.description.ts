/** Forms of sequences without padding, and of their segments: parameters. */

import type { Parameters } from '../describe/parameters.js';

/** Largest token id, and position, that an Int32Array holds. */
export const LARGEST_INDEX = 2 ** 31 - 1;

const counts = {
  kind: 'integers',
  min: 0,
  max: LARGEST_INDEX,
  least: 1,
} as const;

const lengths = {
  /**
   * Number of tokens of each sequence. Required unless `boundaries` is given.
   */
  lengths: { ...counts, optional: true },
  /**
   * Index of the first token of each sequence, and behind them the number of all
   * tokens, as in `cu_seqlens`. Given instead of `lengths`. Optional.
   */
  boundaries: { ...counts, least: 2, optional: true },
} as const satisfies Parameters;

const starts = {
  /**
   * Position of the first token of each sequence: the number of its tokens in
   * earlier chunks, in a cache, or in a prefix. Defaults to 0 for each.
   */
  starts: { ...counts, optional: true },
} as const satisfies Parameters;

/** What says how far each node of a tree is from its root. */
export const treeParameters = {
  /**
   * For each token of the tree the index of the token before it, which is
   * smaller than its own; -1 for tokens that follow the cache. Required.
   */
  parents: { ...counts, min: -1 },
  /** Number of tokens in the cache, before the tree. Defaults to 0. */
  past: {
    kind: 'number',
    integer: true,
    min: 0,
    max: LARGEST_INDEX,
    default: 0,
  },
} as const satisfies Parameters;

/** The parameters of each form, by the word that chooses it. */
export const sequencesVariants = {
  packed: { ...lengths, ...starts },
  chunked: {
    ...lengths,
    ...starts,
    /** Number of tokens after which positions begin again at 0. Required. */
    chunkSize: { kind: 'number', integer: true, min: 1, max: LARGEST_INDEX },
  },
  segments: {
    /** Token ids of all sequences, one behind the other. Required. */
    tokens: counts,
    /** Ids of the tokens that end a segment, such as a full stop. Required. */
    separators: counts,
    /**
     * What is counted: `intra`, the tokens of the segment before this one;
     * `inter`, the segments before it. Required.
     */
    level: { kind: 'choice', choices: ['intra', 'inter'] },
    /** Largest position within a segment; later tokens have it, too. Optional. */
    largest: {
      kind: 'number',
      integer: true,
      min: 0,
      max: LARGEST_INDEX,
      optional: true,
    },
    /** Number of tokens of each sequence. Defaults to all, as one. */
    lengths: { ...counts, optional: true },
  },
  tree: treeParameters,
} as const satisfies Readonly<Record<string, Parameters>>;
