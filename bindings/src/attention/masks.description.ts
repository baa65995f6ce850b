/** Which keys a query sees: parameters. */

import { coordinate, LARGEST_POSITION } from '../arrays/positions.js';
import type { Parameters } from '../describe/parameters.js';
import { blockVariants } from './blocks.description.js';

/** The parameters of masks. A key is seen if all that are given allow it. */
export const maskParameters = {
  /**
   * Whether a query sees only keys at its own position or earlier ones.
   * Defaults to `false`.
   */
  causal: { kind: 'boolean', default: false },
  /**
   * How far a query sees to the left and to the right, `[left, right]`: keys
   * from its position minus `left` to its position plus `right`. A window of n
   * keys that ends at the query is `[n - 1, 0]`. Optional.
   */
  window: {
    kind: 'numbers',
    least: 2,
    most: 2,
    min: 0,
    max: 2 * LARGEST_POSITION,
    optional: true,
  },
  /**
   * Keys at positions below this one are seen by all queries, whatever `causal`
   * and `window` say, as in prefix language models. Optional.
   */
  prefix: { ...coordinate, optional: true },
  /**
   * Length of chunks of positions, of which the first begins at 0: a query sees
   * only keys of its own chunk, as in most layers of Llama 4. Optional.
   */
  chunk: {
    kind: 'number',
    integer: true,
    min: 1,
    max: 2 * LARGEST_POSITION,
    optional: true,
  },
  /**
   * Blocks of positions, of which the first begins at 0, and which of them the
   * queries of a block see: `window` those around it, as in BigBird; `strided`
   * those before it, and of all others each `stride`-th, as in Phi-3-small.
   * `causal` hides keys behind a query as well. Optional.
   */
  blocks: { kind: 'variant', variants: blockVariants, optional: true },
  /**
   * Number of the document to which each query belongs, [queries] or [batch,
   * queries], where a sequence is packed with several: a query sees only keys
   * of its own document. Optional.
   */
  documents: {
    kind: 'indices',
    axes: [['queries'], ['batch', 'queries']],
    shaped: true,
    optional: true,
  },
  /**
   * Number of the document to which each key belongs, [keys] or [batch, keys].
   * Defaults to `documents`.
   */
  keyDocuments: {
    kind: 'indices',
    axes: [['keys'], ['batch', 'keys']],
    shaped: true,
    optional: true,
  },
  /**
   * Whether each key is seen: 1 or true, or 0 or false for padding, [keys] or
   * [batch, keys]. Optional.
   */
  keyMask: {
    kind: 'indices',
    axes: [['keys'], ['batch', 'keys']],
    shaped: true,
    flags: true,
    optional: true,
  },
  /**
   * Whether each query sees each key: 1 or true, or 0 or false, [queries,
   * keys], or [batch, queries, keys], without a batch [heads, queries, keys], or
   * all four axes. A mask of -Infinity and 0 is given as `bias`. Optional.
   */
  mask: {
    kind: 'indices',
    axes: [
      ['queries', 'keys'],
      ['heads', 'queries', 'keys'],
      ['batch', 'queries', 'keys'],
      ['batch', 'heads', 'queries', 'keys'],
      ['batch', '1', 'queries', 'keys'],
    ],
    shaped: true,
    flags: true,
    optional: true,
  },
} as const satisfies Parameters;
