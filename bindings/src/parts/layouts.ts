/**
 * The entry `posenc/layouts`: the order of the components of a head:
 * conversions between layouts, and their detection.
 *
 * @example
 * ```ts
 * import { load } from 'posenc/layouts';
 *
 * const pe = await load();
 * pe.convertLayout({ weights, heads: 8, headDim: 64, from: 'half', to: 'interleaved' });
 * ```
 *
 * @packageDocumentation
 */

import { packed } from '../core/wasm/layouts.js';
import { decode } from '../entry/decode.js';
import { type LoadOptions, makeLoader } from '../entry/load.js';
import { type Layouts, layoutsEntry } from './entries/layouts.js';

export * from '../entry/api.js';
export type * from '../generated/types.js';
export type { Layouts } from './entries/layouts.js';

const loader = /* @__PURE__ */ makeLoader<Layouts>(layoutsEntry, () =>
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
export function load(options?: LoadOptions): Promise<Layouts> {
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
export function create(options?: LoadOptions): Promise<Layouts> {
  return loader.create(options);
}
