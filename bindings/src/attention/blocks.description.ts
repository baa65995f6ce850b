/** Blocks of keys that queries see: parameters. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';
import type { Parameters } from '../describe/parameters.js';

const blocks = { kind: 'number', integer: true, min: 0, max: WIDEST } as const;

const shared = {
  /** Positions in a block. Required. */
  size: { kind: 'number', integer: true, min: 1, max: 2 * LARGEST_POSITION },
  /** Blocks before its own that a query sees. Defaults to 0. */
  before: { ...blocks, default: 0 },
} as const satisfies Parameters;

/** The parameters of each pattern of blocks, by the word that chooses it. */
export const blockVariants = {
  window: {
    ...shared,
    /** Blocks behind its own that a query sees. Defaults to 0. */
    behind: { ...blocks, default: 0 },
    /**
     * First blocks, whose keys all queries see, and whose queries see all keys.
     * Defaults to 0.
     */
    first: { ...blocks, default: 0 },
    /** Last blocks, of which the same holds. Defaults to 0. */
    last: { ...blocks, default: 0 },
    /**
     * Whether the last block comes before the first one, as in the encoders of
     * Reformer. Defaults to `false`.
     */
    circular: { kind: 'boolean', default: false },
  },
  strided: {
    ...shared,
    /**
     * All queries see the blocks whose number, counted from 1, is a multiple of
     * this one. Required.
     */
    stride: { ...blocks, min: 1 },
    /**
     * How many blocks earlier that one is for a head than for the head before
     * it. Defaults to 0.
     */
    headStep: { ...blocks, default: 0 },
  },
} as const satisfies Readonly<Record<string, Parameters>>;
