/**
 * The entry `posenc/absolute`: tables of positions alone, in less than
 * half of the size of `posenc`.
 *
 * @example
 * ```ts
 * import { load } from 'posenc/absolute';
 *
 * const pe = await load();
 * pe.sinusoidal({ length: 2048, dim: 512 });
 * ```
 *
 * @packageDocumentation
 */

import { packed } from '../core/wasm/absolute.js';
import { decode } from '../entry/decode.js';
import { type LoadOptions, makeLoader } from '../entry/load.js';
import { type Absolute, absoluteEntry } from './entries/absolute.js';

export * from '../entry/api.js';
export type * from '../generated/types.js';
export type { Absolute } from './entries/absolute.js';

const loader = /* @__PURE__ */ makeLoader<Absolute>(absoluteEntry, () =>
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
export function load(options?: LoadOptions): Promise<Absolute> {
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
export function create(options?: LoadOptions): Promise<Absolute> {
  return loader.create(options);
}
