/**
 * The entry `posenc/compat`: the same package with two inlined builds, one of
 * which needs no SIMD. It is twice as large as `posenc`. Use it for engines
 * from before 2023, or to compare both builds.
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

import { packed as scalar } from './core/wasm/scalar.js';
import { packed as simd } from './core/wasm/simd.js';
import { decode } from './entry/decode.js';
import { type LoadOptions, makeLoader } from './entry/load.js';
import { type Posenc, whole } from './entry/posenc.js';

export * from './entry/api.js';
export type * from './generated/types.js';

const loader = /* @__PURE__ */ makeLoader<Posenc>(whole, {
  simd: () => decode(simd),
  scalar: () => decode(scalar),
});

/**
 * The shared instance. The first call makes it; later calls return the same
 * instance, whatever their options. After a failed attempt, the next call tries
 * again. Never throws synchronously.
 *
 *   range    see {@link LoadOptions}; all optional
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
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
 * A new instance with its own memory, which is released when nothing refers to
 * the instance any more.
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
