/** What the oracle saw and what the package gave, as lists to compare. */

import type { Tensor } from 'posenc';
import type { Array64 } from '../../support/attention-oracle/array.js';
import type { Seen } from '../../support/attention-oracle/attention.js';

/** The numbers of all items. */
export const numbers = (seen: readonly Seen[], of: (seen: Seen) => Array64) =>
  seen.flatMap((one) => [...of(one).data]);

export const outputOf = ({ output }: Seen) => output as Array64;

/** The arrays of a gradient by their paths. */
export function arraysOf(
  gradient: unknown,
  path: readonly string[] = [],
): [string, Float32Array][] {
  if (gradient === undefined) return [];
  if ('data' in Object(gradient)) {
    return [[path.join('.'), (gradient as Tensor<'float32'>).data]];
  }
  return Object.entries(Object(gradient)).flatMap(([name, inner]) =>
    arraysOf(inner, [...path, name]),
  );
}
