/** Takes over some parameters of another method, with their comments. */

import type { Parameters } from './parameters.js';

/**
 * The parameters with these names. The type is mapped over the parameters of
 * the other method, so that editors and the build find their comments.
 */
export function pick<P extends Parameters, N extends keyof P & string>(
  parameters: P,
  ...names: readonly N[]
): Pick<P, N> {
  const entries = names.map((name) => [name, parameters[name]]);
  return Object.fromEntries(entries) as Pick<P, N>;
}
