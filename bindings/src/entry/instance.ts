/** The object that the loading functions of an entry give. */

import {
  type ResidentOptions,
  type ResidentTensor,
  residentMaker,
} from '../arrays/resident.js';
import type { DType } from '../base/dtype.js';
import { Heap } from '../core/memory.js';
import type { WasmModule } from '../core/wasm/module.js';
import {
  boundMethods,
  type Functions,
  type SpecMethods,
  specMethods,
} from './make.js';
import type { Registry } from './registry.js';
import { version } from './version.js';

/** What the object of every entry has, besides the methods of that entry. */
export interface Instance {
  /** Version of the package. */
  readonly version: string;

  /**
   * Whether the instance uses SIMD. The results are the same bit for bit with
   * and without it.
   */
  readonly simd: boolean;

  /**
   * Size of the instance's memory in bytes: inputs, scratch and resident
   * tensors. It grows when a call needs more and never shrinks.
   */
  readonly heapBytes: number;

  /**
   * A tensor in the instance's memory, which calls use without a copy. Free it
   * with `dispose()` or `using`.
   *
   *   shapes   as `shape` says
   *   range    up to 2 GiB, together with everything else in the instance
   *   cost     fills it with zeros or a copy of `data`
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

/** What makes the objects of an entry. */
export interface Entry {
  /** How it is imported, for errors. */
  readonly name: string;
  readonly registry: Registry;
  /** Binds the analyses, if the entry has any. */
  readonly analysis?: (heap: Heap, functions: Functions) => object;
  /** Binds `model` and `extend`, if the entry has them. */
  readonly models?: (specs: SpecMethods) => object;
}

/** The names of the members of an entry's objects. */
export function memberNames({ registry, analysis, models }: Entry) {
  return {
    functions: [
      ...registry.all.map(({ name }) => name),
      ...['make', 'plan', 'resident'],
      ...(models ? ['model', 'extend'] : []),
    ],
    others: ['version', 'simd', 'heapBytes', ...(analysis ? ['analysis'] : [])],
  };
}

/** All that an entry has, bound to an instance of its module. */
export function makeInstance(module: WasmModule, entry: Entry): Instance {
  const { registry, analysis, models } = entry;
  const heap = new Heap(module);
  const resident = residentMaker(heap);
  const methods = boundMethods(heap, registry);
  const specs = specMethods(heap, registry);
  return Object.freeze({
    version,
    simd: module.simd === 1,
    get heapBytes() {
      return heap.buffer.byteLength;
    },
    ...(analysis && { analysis: analysis(heap, methods) }),
    ...methods,
    ...specs,
    ...models?.(specs),
    resident: <D extends DType>(options: ResidentOptions<D>) =>
      resident(options),
  });
}
