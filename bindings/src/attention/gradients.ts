/** What the backward pass of attention reads and what it adds to. */

import type { Given } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';

/** The gradients by the results of attention, as they were given. */
export interface Upstream {
  readonly output: Given<'float32'> | undefined;
  readonly weights: Given<'float32'> | undefined;
  readonly scores: Given<'float32'> | undefined;
}

/** Addresses of the float32 gradients of an item, to which tiles add theirs. */
export interface ItemGradient {
  /** By queries and keys before rotation, from relative terms. */
  readonly q: number;
  readonly k: number;
  /** By queries and keys after rotation. Without a rope, the same as above. */
  readonly turnedQ: number;
  readonly turnedK: number;
  /** By values; 0 if there are none. */
  readonly v: number;
}

/** Addresses of the gradients that all items share. */
export interface SharedGradient {
  /** float64 [heads]; 0 without sinks. */
  readonly sinks: number;
  /** float32 [outputDim, heads · valueDim] and [outputDim]; 0 without them. */
  readonly outputWeight: number;
  readonly outputBias: number;
}

/** Fills an array of float32 with zeros. */
export function clear({ heap }: Scratch, pointer: number, count: number): void {
  new Float32Array(heap.buffer, pointer, count).fill(0);
}
