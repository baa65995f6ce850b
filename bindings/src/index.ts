/**
 * The entry `posenc`: positional encodings of transformers, with the
 * WebAssembly inlined. It needs an engine with SIMD, as all have had since
 * 2023; `posenc/compat` runs in older ones, too.
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

import { bytes } from './core/wasm/simd.js';
import { decode } from './entry/decode.js';
import { type LoadOptions, makeLoader } from './entry/load.js';
import type { Posenc } from './entry/posenc.js';

export * from './entry/api.js';
export type * from './generated/types.js';

const loader = /* @__PURE__ */ makeLoader({ simd: () => decode(bytes) });

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
 * const own = await create();
 * ```
 */
export function create(options?: LoadOptions): Promise<Posenc> {
  return loader.create(options);
}
