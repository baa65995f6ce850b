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

import { enformer } from '../absolute/enformer.js';
import {
  type OrderAnalysis,
  orderAnalysis,
} from '../analysis/order-analysis.js';
import type { Attend } from '../analysis/order-input.js';
import { type RopeAnalysis, ropeAnalysis } from '../analysis/rope-analysis.js';
import { packed } from '../core/wasm/attention.js';
import { decode } from '../entry/decode.js';
import * as attention from '../entry/families/attention.js';
import * as bias from '../entry/families/bias.js';
import type { Instance } from '../entry/instance.js';
import { type LoadOptions, makeLoader } from '../entry/load.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';
import { rope } from '../rotary/rope.js';

export * from '../entry/api.js';
export type * from '../generated/types.js';

/** `attention` takes specs of ropes, and `basisBias` those of `enformer`. */
const list = { ...attention, ...bias, rope, enformer };
type List = typeof list;

/** What `load` gives: attention, the relative terms, biases and ropes that it takes. */
export interface Attention
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {
  /** Analyses of ropes, and of the order of tokens. */
  readonly analysis: RopeAnalysis & OrderAnalysis;
}

const loader = /* @__PURE__ */ makeLoader<Attention>(
  {
    name: 'posenc/attention',
    registry: /* @__PURE__ */ registryOf(list),
    analysis: (heap, { attention }) => ({
      ...ropeAnalysis(heap),
      ...orderAnalysis(attention as Attend),
    }),
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
