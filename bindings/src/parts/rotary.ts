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

import { type RopeAnalysis, ropeAnalysis } from '../analysis/rope-analysis.js';
import * as list from '../entry/families/rotary.js';
import type { Entry, Instance } from '../entry/instance.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';

type List = typeof list;

/** What `load` gives: rotary encodings, caches, and analyses of ropes. */
export interface Rotary
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {
  /** Analyses of ropes. */
  readonly analysis: RopeAnalysis;
}

/** The entry. */
export const entry: Entry = {
  name: 'posenc/rotary',
  registry: /* @__PURE__ */ registryOf(list),
  analysis: ropeAnalysis,
};
