/**
 * The entry `posenc`: positional encodings of transformers, with the
 * WebAssembly inlined.
 *
 * @example
 * ```ts
 * import { load } from 'posenc';
 *
 * const pe = await load();
 * pe.sinusoidal({ length: 2048, dim: 512 });
 * ```
 *
 * @packageDocumentation
 */

import { type LoadOptions, makeLoader } from './load.js';
import type { Posenc } from './posenc.js';
import { bytes } from './wasm/simd.js';

export * from './api.js';

const loader = /* @__PURE__ */ makeLoader(async (simd) =>
  decode(simd ? bytes : (await import('./wasm/scalar.js')).bytes),
);

/**
 * The bytes of a text in which `~hh` is a byte in hexadecimal digits and any
 * other letter a byte that is 32 less than its code. Compresses far better
 * than base64, which hides from a compressor where a byte begins.
 */
function decode(text: string): Uint8Array {
  const tilde = 126;
  const decoded = new Uint8Array(text.length);
  let length = 0;
  // A plain loop: matching letters by a pattern takes ten times as long.
  for (let at = 0; at < text.length; ++at) {
    const letter = text.charCodeAt(at);
    if (letter === tilde) {
      decoded[length] = Number.parseInt(text.slice(at + 1, at + 3), 16);
      at += 2;
    } else {
      decoded[length] = letter - 32;
    }
    length += 1;
  }
  return decoded.subarray(0, length);
}

/**
 * The instance that everybody shares: made by the first call, given again by
 * later ones, whatever their options. An attempt that fails is forgotten, and
 * the next call tries anew. Never throws synchronously.
 *
 *   range    see {@link LoadOptions}; all optional
 *   error    rejects with a `PosencTypeError`, `ERR_WASM` if the module cannot
 *            be had
 *   cost     compiles about 200 kB, once
 *
 * @example
 * ```ts
 * const pe = await load();
 * ```
 */
export function load(options?: LoadOptions): Promise<Posenc> {
  return loader.load(options);
}

/**
 * An instance with a memory of its own, which is released when nothing refers
 * to it any more: for workers and tests, and to give back a grown memory.
 *
 *   range    as `load`
 *   error    as `load`
 *   cost     as the first `load`, at each call
 *
 * @example
 * ```ts
 * const scalar = await create({ simd: false });
 * ```
 */
export function create(options?: LoadOptions): Promise<Posenc> {
  return loader.create(options);
}
