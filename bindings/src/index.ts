/**
 * The entry `posenc`: positional encodings of transformers, with inlined
 * WebAssembly. It needs an engine with SIMD, which all engines have had since
 * 2023; `posenc/compat` also runs in older ones.
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

import { packed } from './core/wasm/simd.js';
import { decode } from './entry/decode.js';
import { type LoadOptions, makeLoader } from './entry/load.js';
import { type Posenc, whole } from './entry/posenc.js';

export * from './entry/api.js';
export type * from './generated/types.js';

/** @internal The bytes of the module, for `posenc/worker/inline`. */
export const moduleBytes = (): Uint8Array => decode(packed);

const loader = /* @__PURE__ */ makeLoader<Posenc>(whole, moduleBytes);

/**
 * The shared instance. The first call makes it; later calls return the same
 * instance, whatever their options. After a failed attempt, the next call tries
 * again. Never throws synchronously.
 *
 *   range    see {@link LoadOptions}; all optional
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
 *   cost     compiles about 480 kB, once
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
 * A new instance with its own memory, which is released when nothing refers to
 * the instance any more: for workers, for tests, and to release a memory that
 * has grown.
 *
 *   range    as `load`
 *   error    as `load`
 *   cost     as the first `load`, at each call
 *
 * @example
 * ```ts
 * const own = await create();
 * ```
 */
export function create(options?: LoadOptions): Promise<Posenc> {
  return loader.create(options);
}
