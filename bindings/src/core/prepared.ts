/** What all parts of a result have in common, kept in memory from part to part. */

import type { Prepared } from '../describe/method.js';
import { type Heap, Scratch } from './memory.js';

/**
 * Loads it by `load`, which gives the function that computes parts; its memory is
 * freed with the result, or if `load` throws.
 */
export function prepared<Result>(
  heap: Heap,
  method: string,
  load: (scratch: Scratch) => Prepared<Result>['write'],
): Prepared<Result> {
  const scratch = new Scratch(heap, method);
  try {
    return { write: load(scratch), free: () => scratch.release() };
  } catch (error) {
    scratch.release();
    throw error;
  }
}
