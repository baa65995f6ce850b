/** The relative position biases of image towers. */

import { imageTokens } from './image.js';
import type { Place } from './place.js';
import type { Json } from './types.js';

/**
 * A bias by the differences of rows and columns: a learned table, an MLP of the
 * differences, learned vectors that queries are multiplied by on each axis, or
 * a table by absolute differences.
 */
export const gridBiases = [
  'gridBias',
  'continuousGridBias',
  'decomposedBias',
  'distanceBias',
] as const;

/** The spec of a bias on a grid or in its windows. */
export function gridBias({
  section,
  family,
  heads,
  window,
}: Place): Record<string, Json> {
  const { grid, prefix } = imageTokens(section, family);
  const method = gridBiases.find((word) => word === family.position) ?? '';
  const spec: Record<string, Json> = { method, heads };
  if (window !== null) spec.grid = [window, window];
  else if (grid !== null) spec.grid = grid;
  if (prefix > 0 && window === null) spec.prefix = prefix;
  return spec;
}
