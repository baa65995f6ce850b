/**
 * The entry `posenc/rotary`: rotary encodings alone, in a third of the
 * size of `posenc`.
 *
 * @example
 * ```ts
 * import { load } from 'posenc/rotary';
 *
 * const pe = await load();
 * pe.ropeCache({ headDim: 128, theta: 500_000, cache: 'hf', length: 4096 });
 * ```
 *
 * @packageDocumentation
 */

import { packed } from '../core/wasm/rotary.js';
import { decode } from '../entry/decode.js';
import { type LoadOptions, makeLoader } from '../entry/load.js';
import { type Rotary, rotaryEntry } from './entries/rotary.js';

export * from '../entry/api.js';
export type * from '../generated/types.js';
export type { Rotary } from './entries/rotary.js';

const loader = /* @__PURE__ */ makeLoader<Rotary>(rotaryEntry, () =>
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
export function load(options?: LoadOptions): Promise<Rotary> {
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
export function create(options?: LoadOptions): Promise<Rotary> {
  return loader.create(options);
}
