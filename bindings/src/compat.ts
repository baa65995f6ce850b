/**
 * The entry `posenc/compat`: `posenc`, which it imports, and a build that needs
 * no SIMD. Use it for engines from before 2023, or to compare both builds.
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

import { packed } from './core/wasm/scalar.js';
import { decode } from './entry/decode.js';
import {
  create as createWhole,
  type LoadOptions,
  load as loadWhole,
  type Posenc,
  simdSupported,
} from './index.js';

export * from './index.js';

/** The bytes of the build without SIMD, decoded when somebody waits for them. */
const scalar: PromiseLike<Uint8Array> = {
  // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited.
  then: (resolve, reject) =>
    Promise.resolve()
      .then(() => decode(packed))
      .then(resolve, reject),
};

/** Options with the build without SIMD as `wasm`, if it is the one to use. */
function withBuild(options: LoadOptions = {}): LoadOptions {
  try {
    const { wasm, simd = 'auto' } = Object(options) as LoadOptions;
    const other = simd === false || (simd === 'auto' && !simdSupported());
    return other && wasm === undefined ? { ...options, wasm: scalar } : options;
  } catch {
    // What cannot be read is refused by `posenc`, which never throws at once.
    return options;
  }
}

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
  return loadWhole(withBuild(options));
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
  return createWhole(withBuild(options));
}
