/** The object that `load` gives: every method, bound to one instance. */

import { type Analysis, analysis } from '../analysis/index.js';
import {
  type ResidentOptions,
  type ResidentTensor,
  residentMaker,
} from '../arrays/resident.js';
import type { DType } from '../base/dtype.js';
import { Heap } from '../core/memory.js';
import type { WasmModule } from '../core/wasm/module.js';
import { boundMethods, type SpecMethods, specMethods } from './make.js';
import type { Methods } from './spec.js';
import { version } from './version.js';

/**
 * Positional encodings, computed by one WebAssembly instance. Every method is
 * synchronous and returns what it owns. Wrong arguments are a `TypeError` or a
 * `RangeError` with a `code`; they change nothing, and the next call works.
 */
export interface Posenc extends Methods, SpecMethods {
  /** Version of the package. */
  readonly version: string;

  /** Whether the instance uses SIMD. Results are the same bit for bit. */
  readonly simd: boolean;

  /**
   * Size of the instance's memory in bytes: inputs, scratch and resident
   * tensors. It grows when a call needs more and never shrinks.
   */
  readonly heapBytes: number;

  /** What can be said of any table of position encodings. */
  readonly analysis: Analysis;

  /**
   * A tensor in the instance's memory, for calls without a copy. To be freed
   * with `dispose()` or `using`.
   *
   *   shapes   as given
   *   range    up to 2 GiB with all else in the instance
   *   cost     zeros or a copy of `data`, once
   *
   * @example
   * ```ts
   * using x = pe.resident({ shape: [128, 8, 64] });
   * rope.rotate(x, { out: x });
   * ```
   */
  resident<D extends DType = 'float32'>(
    options: ResidentOptions<D>,
  ): ResidentTensor<D>;
}

/** The methods over an instance of the module. */
export function makePosenc(module: WasmModule): Posenc {
  const heap = new Heap(module);
  const resident = residentMaker(heap);
  return Object.freeze({
    version,
    simd: module.simd,
    get heapBytes() {
      return heap.buffer.byteLength;
    },
    analysis: analysis(heap),
    ...boundMethods(heap),
    ...specMethods(heap),
    resident: <D extends DType>(options: ResidentOptions<D>) =>
      resident(options),
  });
}
