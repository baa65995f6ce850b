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
import * as list from '../entry/families/absolute.js';
import type { Entry, Instance } from '../entry/instance.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';

type List = typeof list;

/** What `load` gives: tables of positions, what is done with them, and their analyses. */
export interface Absolute
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {
  /** Analyses of tables. */
  readonly analysis: TableAnalysis;
}

/** The entry. */
export const entry: Entry = {
  name: 'posenc/absolute',
  registry: /* @__PURE__ */ registryOf(list),
  analysis: tableAnalysis,
};
