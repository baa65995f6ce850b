/** The relative position biases of image towers. */

import { type Encoding, weight } from './encoding.js';
import { imageTokens } from './image.js';
import type { Place } from './place.js';
import type { Json, MissingWeight } from './types.js';

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

/** Hidden units of the network of Swin V2. */
const HIDDEN = 512;

/** The bias of a grid or of its windows. */
export function gridBias(place: Place): Encoding {
  const { section, family, heads, window, trained } = place;
  const { grid: whole, prefix } = imageTokens(section, family);
  const cells = place.grid ?? whole;
  const method = gridBiases.find((word) => word === family.position) ?? '';
  const ofTerm = method === 'decomposedBias';
  const options: Record<string, Json> = { method };
  if (!ofTerm) options.heads = heads;
  const grid = window === null ? cells : [window, window];
  if (grid !== null) options.grid = grid;
  if (prefix > 0 && window === null) options.prefix = prefix;
  if (method === 'continuousGridBias' && trained !== null) {
    options.trainedGrid = [trained, trained];
  }
  return {
    options,
    missing: weightsOf(method, place, grid, options.prefix !== undefined),
    facts: ofTerm ? { heads } : {},
  };
}

/** The weights of a bias of a grid, whose size may be unknown. */
function weightsOf(
  method: string,
  { heads, headDim }: Place,
  grid: readonly number[] | null,
  prefixed: boolean,
): Readonly<Record<string, MissingWeight>> {
  const [rows = null, columns = null] = grid ?? [];
  const both = (height: number | null, width: number | null) =>
    height === null || width === null ? null : height * width;
  const doubled = (length: number | null) => length && 2 * length - 1;
  switch (method) {
    case 'continuousGridBias':
      return {
        firstWeight: weight('hidden axes', HIDDEN, 2),
        firstBias: weight('hidden', HIDDEN),
        secondWeight: weight('heads hidden', heads, HIDDEN),
      };
    case 'decomposedBias':
      return {
        rowTable: weight('distances headDim', doubled(rows), headDim),
        columnTable: weight('distances headDim', doubled(columns), headDim),
      };
    case 'distanceBias':
      return { table: weight('differences heads', both(rows, columns), heads) };
    default: {
      const differences = both(doubled(rows), doubled(columns));
      const more = prefixed ? 3 : 0;
      const all = differences && differences + more;
      return { table: weight('differences heads', all, heads) };
    }
  }
}
