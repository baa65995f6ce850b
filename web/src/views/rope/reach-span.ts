// The distances at which scores are drawn: all of them up to a million, or those
// that a reader has zoomed to. They are shown on an axis of decades.

import type { Crop } from '../../plot/crop.js';
import type { Scale } from '../../plot/scales.js';

/** The longest distance. */
export const farthest = 1e6;

/** The decades of the axis. */
const decades = Math.log10(farthest);

/** The fewest distances, from the first to the last. */
const fewest = 8;

/** The shortest and the longest distance that are shown. */
export interface Ends {
  readonly from: number;
  readonly to: number;
}

/** The distances that an address names; nothing there stands for all. */
export function endsOf([first = 1, last = farthest]: readonly number[]): Ends {
  const from = Math.min(Math.max(1, first), farthest - fewest + 1);
  return {
    from,
    to: Math.min(farthest, Math.max(from + fewest - 1, last)),
  };
}

/**
 * Distances from one end to the other, evenly spread over their decades, so many
 * as the whole axis has with a number for each of its decades.
 */
export function reachDistances(
  perDecade = 40,
  { from, to }: Ends = endsOf([]),
): Float64Array {
  const count = Math.round(decades * perDecade);
  const wide = Math.log10(to / from);
  const all = Array.from({ length: count + 1 }, (_, i) =>
    Math.round(from * 10 ** ((i * wide) / count)),
  );
  return Float64Array.from(new Set(all));
}

/** An axis of decades from one end of some distances to the other. */
export const acrossOf = ({ from, to }: Ends): Scale => ({
  ...{ low: from, high: to, logarithmic: true },
});

/** Steps of the axis for zooming. */
export const reachCells = { rows: 1, columns: 1000 * decades };

/** The part of the axis on which some distances stand. */
export function cropOf({ from, to }: Ends): Crop {
  const at = (distance: number) => Math.round(1000 * Math.log10(distance));
  const columns = { from: at(from), count: Math.max(1, at(to) - at(from)) };
  return { rows: { from: 0, count: 1 }, columns };
}

/** The distances of a part of the axis, as an address names them. */
export function reachIn({ columns }: Crop): readonly number[] {
  if (columns.count === reachCells.columns) return [];
  const at = (cell: number) => Math.round(10 ** (cell / 1000));
  const { from, to } = endsOf([
    at(columns.from),
    at(columns.from + columns.count),
  ]);
  return [from, to];
}
