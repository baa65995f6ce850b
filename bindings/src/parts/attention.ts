/**
 * The entry `posenc/attention`: attention with its gradient and its map,
 * relative terms, biases, the gate, and ropes.
 *
 * @example
 * ```ts
 * import { load } from 'posenc/attention';
 *
 * const pe = await load();
 * pe.attention({ q, k, v, heads: 8, causal: true }).output;
 * ```
 *
 * @packageDocumentation
 */

import { packed } from '../core/wasm/attention.js';
import { decode } from '../entry/decode.js';
import { type LoadOptions, makeLoader } from '../entry/load.js';
import { type Attention, attentionEntry } from './entries/attention.js';

export * from '../entry/api.js';
export type * from '../generated/types.js';
export type { Attention } from './entries/attention.js';

const loader = /* @__PURE__ */ makeLoader<Attention>(attentionEntry, () =>
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
export function load(options?: LoadOptions): Promise<Attention> {
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
export function create(options?: LoadOptions): Promise<Attention> {
  return loader.create(options);
}
