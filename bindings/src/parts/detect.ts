/**
 * The entry `posenc/detect`: which schedule of a rope or which sinusoid made
 * numbers, or which known mistake.
 *
 * @example
 * ```ts
 * import { load } from 'posenc/detect';
 *
 * const pe = await load();
 * pe.detectSchedule({ frequencies: inverseFrequencies }).spec;
 * ```
 *
 * @packageDocumentation
 */

import * as list from '../entry/families/detect.js';
import type { Entry, Instance } from '../entry/instance.js';
import type { SpecMethods } from '../entry/make.js';
import { registryOf } from '../entry/registry.js';
import type { MethodsOf, NamesOf } from '../entry/spec.js';

type List = typeof list;

/** What `load` gives: detection of schedules and sinusoids. */
export interface Detectors
  extends Instance,
    MethodsOf<List>,
    SpecMethods<NamesOf<List>> {}

/** The entry. */
export const entry: Entry = {
  name: 'posenc/detect',
  registry: /* @__PURE__ */ registryOf(list),
};
