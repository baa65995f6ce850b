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
import { readModel } from '../models/model.js';
import type { ModelOptions } from '../models/options.js';
import type { Model } from '../models/types.js';
import {
  boundMethods,
  methodNames,
  type SpecMethods,
  specMethods,
} from './make.js';
import type { Methods, SpecOf } from './spec.js';
import { version } from './version.js';

/**
 * Positional encodings, computed by one WebAssembly instance. Every method is
 * synchronous, and its result belongs to the caller. Wrong arguments cause a
 * `TypeError` or a `RangeError` with a `code`; they change nothing, and later
 * calls work.
 */
export interface Posenc extends Methods, SpecMethods {
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

  /** Analyses of tables, of ropes, and of attention. */
  readonly analysis: Analysis;

  /**
   * The position encodings of a model, layer by layer, from its configuration:
   * any `config.json` of Hugging Face as it is downloaded.
   *
   *   range    the object that `JSON.parse` gives, or what `readGguf` of
   *            `posenc/gguf` makes of a GGUF file
   *   options  `divisors`: whether the lists of LongRoPE are rounded to float32,
   *            as checkpoints were trained with (the default), or taken as they
   *            are written (`'float64'`)
   *   error    a family that is unknown, in a file without keys of rotary
   *            encodings or of a decoder; anything else that is wrong is one of `findings`
   *   cost     under 5 ms; tables are computed when they are asked for
   *
   * @example
   * ```ts
   * const { layers, findings } = pe.model(JSON.parse(text));
   * layers[5].rope.rotate(q, { heads: layers[5].heads, start: 1000 });
   * ```
   */
  model(config: unknown, options?: ModelOptions): Model;

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

/** The names of the members of an instance. */
export const memberNames = {
  functions: [...methodNames, 'make', 'plan', 'model', 'resident'],
  others: ['analysis', 'version', 'simd', 'heapBytes'],
} as const satisfies Record<string, readonly string[]>;

/** All methods, bound to an instance of the module. */
export function makePosenc(module: WasmModule): Posenc {
  const heap = new Heap(module);
  const resident = residentMaker(heap);
  const methods = boundMethods(heap);
  const specs = specMethods(heap);
  return Object.freeze({
    version,
    simd: module.simd,
    get heapBytes() {
      return heap.buffer.byteLength;
    },
    analysis: analysis(heap, methods.attention),
    ...methods,
    ...specs,
    model: (config: unknown, options?: ModelOptions) =>
      readModel(
        config,
        (spec) => specs.make(spec as unknown as SpecOf<'rope'>),
        options,
      ),
    resident: <D extends DType>(options: ResidentOptions<D>) =>
      resident(options),
  });
}
