/** What a method of a bias adds: its function of the distance. */

import type { Line } from '../arrays/pairs.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Scratch } from '../core/memory.js';
import type { Status } from '../core/wasm/calls.js';

/** A bias in the instance's memory. */
export interface BiasKernel {
  /** Writes float64 [heads, count]. */
  values(line: Line, out: number): Status;
  /**
   * Takes the gradient by values, float64 [heads, count], and keeps that of the
   * weights.
   */
  back?(line: Line, upstream: number): Status;
  /** The gradients of the weights by name, after all calls of `back`. */
  gradients?(): Readonly<Record<string, Tensor<'float32'>>>;
}

/** A planned bias. */
export interface PlannedBias {
  /** Number of heads. In attention, further heads have none: zeros. */
  readonly heads: number;
  /**
   * Whether a value depends on the position of the query, besides the distance.
   * Such a bias is computed row by row. Defaults to false.
   */
  readonly byQuery?: boolean | undefined;
  /** Arithmetic operations for a value, about. */
  readonly operations: number;
  /** Loads the bias; `gradient` says whether `back` will be called. */
  load(scratch: Scratch, gradient: boolean): BiasKernel;
}
