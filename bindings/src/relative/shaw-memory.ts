/** Counts the numbers of Shaw's relative vectors. */

import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { shawMemoryParameters } from './shaw-memory.description.js';

const name = 'shawMemory';

/** Options of `shawMemory`. */
export type ShawMemoryOptions = OptionsOf<typeof shawMemoryParameters>;

/** Counts of numbers that relative vectors need. */
export interface ShawMemory {
  /** A vector for each head and pair of tokens: H n² D. */
  readonly perHead: number;
  /** A vector for each pair of tokens, which heads share: n² D. */
  readonly shared: number;
  /** A vector for each head and clipped distance: H (left + right + 1) D. */
  readonly clippedPerHead: number;
  /** A vector for each clipped distance: (left + right + 1) D. */
  readonly clipped: number;
  /** How many times more `perHead` is than `clipped`. */
  readonly saved: number;
}

export interface ShawMemoryMethod {
  /**
   * Counts the numbers that the relative vectors of Shaw need, before and after
   * they are shared by heads and clipped.
   *
   *   formula  perHead = H n² D, shared = n² D, clipped = (left + right + 1) D
   *            (Shaw et al. 2018, arXiv:1803.02155, section 3.3)
   *   shapes   five numbers
   *   range    every count
   *   error    exact up to 2^53
   *   cost     a few products
   *
   * @example
   * ```ts
   * pe.shawMemory({ length: 512, headDim: 64, heads: 8, left: 16 });
   * // { perHead: 134217728, shared: 16777216, clippedPerHead: 16896,
   * //   clipped: 2112, saved: 63550.06… }
   * ```
   */
  shawMemory(options: ShawMemoryOptions): ShawMemory;
}

export const shawMemory: Method<
  ShawMemoryMethod,
  typeof shawMemoryParameters,
  ShawMemory
> = {
  name,
  parameters: shawMemoryParameters,
  plan(_, { length, headDim, heads, left, right = left, values }) {
    const vector = headDim * (values ? 2 : 1);
    const shared = length * length * vector;
    const clipped = (left + right + 1) * vector;
    const perHead = heads * shared;
    const clippedPerHead = heads * clipped;
    const saved = perHead / clipped;
    return {
      outputs: {},
      cost: 8,
      run: () => ({ perHead, shared, clippedPerHead, clipped, saved }),
    };
  },
};
