/**
 * The entry `posenc/gguf`: reads what the header of a GGUF file, the format of
 * llama.cpp, says of a model. It only works on bytes, in browsers and in Node,
 * without WebAssembly.
 *
 * @example
 * ```ts
 * import { readGguf } from 'posenc/gguf';
 *
 * const { layers } = pe.model(readGguf(bytes));
 * ```
 *
 * @packageDocumentation
 */

import { ggufConfig } from './models/gguf/config.js';
import { readHeader } from './models/gguf/header.js';
import type { GgufAssumed } from './models/gguf/rope.js';

export { isGguf } from './models/gguf/header.js';
export type { GgufAssumed } from './models/gguf/rope.js';

/** A tensor of a file that lies beyond the bytes that were given. */
export interface GgufMissing {
  /** Name of the tensor. */
  readonly name: string;
  /** Its first byte in the file, and the one after its last. */
  readonly from: number;
  readonly to: number;
}

/** What a GGUF file says for which configurations have no key. */
export interface GgufFacts {
  /** Name of the architecture in llama.cpp. */
  readonly arch: string;
  /** Whether `arch` is known; if not, `model_type` is `arch`. */
  readonly known: boolean;
  /**
   * Which components of a head form a pair in this file, whose queries and keys
   * may be ordered in another way than those of the original model. Absent if
   * nothing is rotated, or if the architecture is unknown.
   */
  readonly layout?: 'half' | 'interleaved';
  /** Divisors of frequencies that lie beyond the bytes that were given. */
  readonly missing: readonly GgufMissing[];
  /** What the file leaves open, and what was taken instead. */
  readonly assumed: readonly GgufAssumed[];
}

/** A configuration with the keys of Hugging Face: what `pe.model` takes. */
export interface GgufModel {
  readonly model_type: string;
  readonly gguf: GgufFacts;
  readonly [key: string]: unknown;
}

/**
 * Reads the header of a GGUF file of a language model: version 1, 2 or 3, in
 * either byte order.
 *
 *   range    `bytes`: the beginning of the file, at least up to where its
 *            tensors begin: some megabytes. `tensors`: the bytes of tensors that
 *            lie behind it, by the names in `gguf.missing`
 *   error    `ERR_FORMAT`, with the byte and what was expected there. If the
 *            header is longer than `bytes`, `param` is `bytes.length` and
 *            `value` a number of bytes that the file has at least
 *   cost     one pass over the header
 *
 * @example
 * ```ts
 * const config = readGguf(await file.slice(0, 2 ** 24).arrayBuffer());
 * const { layers, findings } = pe.model(config);
 * ```
 */
export function readGguf(
  bytes: Uint8Array | ArrayBuffer,
  tensors: Readonly<Record<string, Uint8Array | ArrayBuffer>> = {},
): GgufModel {
  const { config, ...gguf } = ggufConfig(readHeader(bytes, tensors));
  return { ...config, gguf };
}
