// Every method that stands in a spec.

import type { MethodDescription } from 'posenc/descriptions';
import type { Methods } from './parts.js';
import { ropes } from './ropes.js';
import { tables } from './tables.js';
import { terms } from './terms.js';

const all: Methods = { ...tables, ...ropes, ...terms };

/** All of them; those of a family stand together, in the order of the package. */
export const allMethods: readonly MethodDescription[] = Object.values(all);

/** The method with a name; undefined where the package has none. */
export function methodNamed(name: string): MethodDescription | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}
