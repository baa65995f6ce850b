/**
 * Scratch that an instance holds between calls, for calls so short that
 * allocating takes a good part of their time.
 */

import type { Heap } from './memory.js';

/** Size of the scratch. */
export const KEPT_BYTES = 2 ** 18;

const kept = new WeakMap<Heap, { pointer: number }>();

/** Address of KEPT_BYTES bytes that are valid until the next call. */
export function keptScratch(heap: Heap, method: string): number {
  let scratch = kept.get(heap);
  if (!scratch) {
    const made = { pointer: 0 };
    kept.set(heap, made);
    heap.spare(() => {
      const held = made.pointer !== 0;
      if (held) heap.free(made.pointer);
      made.pointer = 0;
      return held;
    });
    scratch = made;
  }
  scratch.pointer ||= heap.allocate(method, KEPT_BYTES);
  return scratch.pointer;
}
