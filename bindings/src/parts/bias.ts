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

import { enformer } from '../absolute/enformer.js';
import { packed } from '../core/wasm/bias.js';
import { decode } from '../entry/decode.js';
import * as bias from '../entry/families/bias.js';
import type { Instance } from '../entry/instance.js';
import { type LoadOptions, makeLoader } from '../entry/load.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';

export * from '../entry/api.js';
export type * from '../generated/types.js';

/** `basisBias` takes the spec of `enformer`. */
const list = { ...bias, enformer };
type List = typeof list;

/** What `load` gives: biases of attention scores. */
export interface Biases
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {}

const loader = /* @__PURE__ */ makeLoader<Biases>(
  {
    name: 'posenc/bias',
    registry: /* @__PURE__ */ registryOf(list),
  },
  () => decode(packed),
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
