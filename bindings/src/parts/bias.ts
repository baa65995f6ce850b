/**
 * The entry `posenc/bias`: biases of attention scores alone, in a quarter of
 * the size of `posenc`.
 *
 * @example
 * ```ts
 * import { load } from 'posenc/bias';
 *
 * const pe = await load();
 * pe.alibi({ queries: 512, keys: 512, heads: 8 });
 * ```
 *
 * @packageDocumentation
 */

import { packed } from '../core/wasm/bias.js';
import { decode } from '../entry/decode.js';
import { type LoadOptions, makeLoader } from '../entry/load.js';
import { type Biases, biasEntry } from './entries/bias.js';

export * from '../entry/api.js';
export type * from '../generated/types.js';
export type { Biases } from './entries/bias.js';

const loader = /* @__PURE__ */ makeLoader<Biases>(biasEntry, () =>
  decode(packed),
);

/**
 * The shared instance. The first call makes it; later calls return the same
 * instance, whatever their options. After a failed attempt, the next call tries
 * again. Never throws synchronously.
 *
 *   range    see {@link LoadOptions}; all optional
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
 */
export function load(options?: LoadOptions): Promise<Biases> {
  return loader.load(options);
}

/**
 * A new instance with its own memory, which is released when nothing refers to
 * the instance any more.
 *
 *   range    as `load`
 *   error    as `load`
 *   cost     as the first `load`, at each call
 */
export function create(options?: LoadOptions): Promise<Biases> {
  return loader.create(options);
}
