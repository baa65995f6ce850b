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
import * as bias from '../entry/families/bias.js';
import type { Entry, Instance } from '../entry/instance.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';

/** `basisBias` takes the spec of `enformer`. */
const list = { ...bias, enformer };
type List = typeof list;

/** What `load` gives: biases of attention scores. */
export interface Biases
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {}

/** The entry. */
export const entry: Entry = {
  name: 'posenc/bias',
  registry: /* @__PURE__ */ registryOf(list),
};
