// The distances at which scores are drawn: all of them up to a million, or those
// that a reader has zoomed to.

import type { Crop } from '../../plot/crop.js';
import type { Scale } from '../../plot/scales.js';
import { type Ends, type Stretches, stretchesIn } from '../stretches.js';

/** The longest distance. */
export const farthest = 1e6;

/** The decades of the axis. */
const decades = Math.log10(farthest);

/** The fewest distances, from the first to the last. */
const fewest = 8;

/** The distances that an address names; nothing there stands for all. */
export function endsOf([first = 1, last = farthest]: readonly number[]): Ends {
  const from = Math.min(Math.max(1, first), farthest - fewest + 1);
  return {
    from,
    to: Math.min(farthest, Math.max(from + fewest - 1, last)),
  };
}

/**
 * The stretches from one end to the other, so many as the whole axis has with a
 * number for each of its decades.
 */
export function reachStretches(
  perDecade = 40,
  ends: Ends = endsOf([]),
): Stretches {
  return stretchesIn(Math.round(decades * perDecade), ends);
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
