/**
 * The entry `posenc/layouts`: which layout an engine used, and conversions
 * between layouts.
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

import * as list from '../entry/families/layouts.js';
import type { Entry, Instance } from '../entry/instance.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';

type List = typeof list;

/** What `load` gives: detection of layouts, and conversions between them. */
export interface Layouts
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {}

/** The entry. */
export const entry: Entry = {
  name: 'posenc/layouts',
  registry: /* @__PURE__ */ registryOf(list),
};
