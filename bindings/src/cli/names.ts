/** Methods by what they are called in a shell. */

import { type MethodDescription, methods } from '../descriptions.js';
import { kebab } from './flags.js';

/** A method by its name, or by the same with dashes: `sinusoidal-grid`. */
export function methodCalled(name: string): MethodDescription | undefined {
  return Object.values<MethodDescription>(methods).find(
    (method) => method.name === name || kebab(method.name) === name,
  );
}
