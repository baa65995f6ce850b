/**
 * The entry `posenc/compat`: the same package with two builds inlined, one of
 * which needs no SIMD. Twice as large as `posenc`, for engines from before
 * 2023, and to compare both builds.
 *
 * @example
 * ```ts
 * import { load } from 'posenc/compat';
 *
 * const pe = await load();
 * pe.simd; // whether this engine runs the build with SIMD
 * ```
 *
 * @packageDocumentation
 */

import { bytes as scalar } from './core/wasm/scalar.js';
import { bytes as simd } from './core/wasm/simd.js';
import { decode } from './entry/decode.js';
import { type LoadOptions, makeLoader } from './entry/load.js';
import type { Posenc } from './entry/posenc.js';

export * from './entry/api.js';
export type * from './generated/types.js';

const loader = /* @__PURE__ */ makeLoader({
  simd: () => decode(simd),
  scalar: () => decode(scalar),
});

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
 * to it any more.
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
