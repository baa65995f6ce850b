/** The relative position biases of image towers. */

import type { Family } from './family.js';
import { imageTokens } from './image.js';
import type { Section } from './section.js';
import type { Json, ModelSpec } from './types.js';

/** The layer that a bias acts in. */
export interface BiasLayer {
  readonly heads: number;
  /** Side of the window of the layer, or `null`. */
  readonly window: number | null;
}

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
export function gridBias(
  section: Section,
  family: Family,
  { heads, window }: BiasLayer,
): ModelSpec {
  const { grid, prefix } = imageTokens(section, family);
  const spec: Record<string, Json> & { method: string } = {
    method: family.position ?? '',
    heads,
  };
  if (window !== null) spec.grid = [window, window];
  else if (grid !== null) spec.grid = grid;
  if (prefix > 0) spec.prefix = prefix;
  return spec;
}
