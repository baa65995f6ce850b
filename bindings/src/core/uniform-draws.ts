/** Uniform numbers that are the same in every engine. */

import type { Heap } from './memory.js';

/** Bits that are taken of each number of the core, a float32 from -1 to 1. */
const PART = 2 ** 16;

/**
 * Numbers of a seed, uniform in [0, 1).
 *
 *   error  none: multiples of 2^-32, made of two numbers each
 */
export function uniformDraws(
  heap: Heap,
  method: string,
  seed: number,
  count: number,
): Float64Array {
  if (count === 0) return new Float64Array(0);
  return heap.scope(method, (scratch) => {
    const parts = 2 * count;
    const out = scratch.bytes(parts * Float32Array.BYTES_PER_ELEMENT);
    const drawn = { draw: 'uniform', spread: 1, seed, stream: 0 } as const;
    scratch.check(scratch.core.drawFloats({ drawn, count: parts, out }));
    const floats = new Float32Array(scratch.heap.buffer, out, parts);
    const part = (at: number) => {
      const share = ((floats[at] as number) + 1) / 2;
      // Rounding to float32 may give 1, which is no longer below it.
      return Math.min(Math.floor(share * PART), PART - 1);
    };
    return Float64Array.from(
      { length: count },
      (_, i) => (part(2 * i) * PART + part(2 * i + 1)) / PART ** 2,
    );
  });
}
