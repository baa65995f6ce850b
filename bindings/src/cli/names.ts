/** Finds methods by their names in a shell. */

import { type MethodDescription, methods } from '../descriptions.js';
import { kebab } from './flags.js';

/**
 * The method with a name, which may be written with dashes: `sinusoidal-grid`.
 */
export function methodCalled(name: string): MethodDescription | undefined {
  return Object.values<MethodDescription>(methods).find(
    (method) => method.name === name || kebab(method.name) === name,
  );
}
