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

import {
  type TableAnalysis,
  tableAnalysis,
} from '../analysis/table-analysis.js';
import { packed } from '../core/wasm/absolute.js';
import { decode } from '../entry/decode.js';
import * as list from '../entry/families/absolute.js';
import type { Instance } from '../entry/instance.js';
import { type LoadOptions, makeLoader } from '../entry/load.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';

export * from '../entry/api.js';
export type * from '../generated/types.js';

type List = typeof list;

/** What `load` gives: tables of positions, what is done with them, and their analyses. */
export interface Absolute
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {
  /** Analyses of tables. */
  readonly analysis: TableAnalysis;
}

const loader = /* @__PURE__ */ makeLoader<Absolute>(
  {
    name: 'posenc/absolute',
    registry: /* @__PURE__ */ registryOf(list),
    analysis: tableAnalysis,
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
