/**
 * The entry `posenc/attention`: attention with its gradient and its map,
 * relative terms, biases, the gate, ropes, and the tables that most models add
 * to their embeddings.
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

import { addTo } from '../absolute/add-to.js';
import { enformer } from '../absolute/enformer.js';
import { learned } from '../absolute/learned.js';
import { sinusoidal } from '../absolute/sinusoidal.js';
import {
  type OrderAnalysis,
  orderAnalysis,
} from '../analysis/order-analysis.js';
import type { Attend } from '../analysis/order-input.js';
import { type RopeAnalysis, ropeAnalysis } from '../analysis/rope-analysis.js';
import * as attention from '../entry/families/attention.js';
import * as bias from '../entry/families/bias.js';
import type { Entry, Instance } from '../entry/instance.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';
import { rope } from '../rotary/rope.js';

/** The tables of most models, which are added to what `attention` is given. */
const tables = { sinusoidal, learned, addTo };

/** `attention` takes specs of ropes, and `basisBias` those of `enformer`. */
const list = { ...attention, ...bias, rope, enformer, ...tables };
type List = typeof list;

/**
 * What `load` gives: attention, the relative terms, biases and ropes that it
 * takes, and the tables that are added to embeddings before it.
 */
export interface Attention
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {
  /** Analyses of ropes, and of the order of tokens. */
  readonly analysis: RopeAnalysis & OrderAnalysis;
}

/** The entry. */
export const entry: Entry = {
  name: 'posenc/attention',
  registry: /* @__PURE__ */ registryOf(list),
  analysis: (heap, { attention }) => ({
    ...ropeAnalysis(heap),
    ...orderAnalysis(attention as Attend),
  }),
};
