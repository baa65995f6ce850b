/** The methods and operations that an entry of the package has. */

import type { Method, MethodMap, Operation } from '../describe/method.js';
import type { Parameters } from '../describe/parameters.js';

/** Any method of a list. */
export type AnyMethod = Method<unknown, Parameters>;

/** Any operation of a list. */
export type AnyOperation = Operation<Readonly<Record<string, unknown>>>;

/** What an entry knows of its methods. */
export interface Registry {
  readonly all: readonly (AnyMethod | AnyOperation)[];
  /** Those that take one object of options, by name. */
  readonly methods: MethodMap;
}

/** The registry of a list, which is a module of `entry/families` or of several. */
export function registryOf(list: object): Registry {
  const all = Object.values(list) as Registry['all'];
  const methods = all.flatMap((one) =>
    'plan' in one ? [[one.name, one] as const] : [],
  );
  return { all, methods: new Map(methods) };
}
