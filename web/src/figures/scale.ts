// The scale of colours of some maps. Equal colours are equal numbers in all of
// them, and the colours span the numbers that occur. Zero is in the middle only
// where it divides the numbers: where they are changes, or take and add.

import type { ColourRange, MapKind } from '../plot/colormap.js';
import { type Grid, isEmpty } from '../plot/grid.js';
import { roundStep } from '../plot/ticks.js';

export interface Scale {
  readonly kind: MapKind;
  readonly range: ColourRange;
}

/** The smallest and the largest number of some maps; null where none has one. */
export function extentOf(grids: readonly Grid[]): ColourRange | null {
  let [low, high] = [Infinity, -Infinity];
  for (const { values } of grids) {
    for (const value of values) {
      if (isEmpty(value) || value === Infinity) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? { low, high } : null;
}

/** The number of steps in which the range of a scale is rounded. */
const steps = 20;

/**
 * The range rounded outwards, so that maps that stay the same mostly keep their
 * colours while others change.
 */
function rounded({ low, high }: ColourRange): ColourRange {
  if (low === high) {
    const room = Math.abs(low) / 2 || 0.5;
    return { low: low - room, high: high + room };
  }
  const step = roundStep(high - low, steps, 'tens');
  const at = (count: number) => Number((count * step).toPrecision(12));
  // A part of a step more than a whole number of them is rounding.
  return {
    low: at(Math.floor(low / step + 1e-6)),
    high: at(Math.ceil(high / step - 1e-6)),
  };
}

/** The scale from the smallest to the largest number that occurs. */
export function spanned(grids: readonly Grid[]): Scale {
  const range = rounded(extentOf(grids) ?? { low: 0, high: 1 });
  return { kind: 'sequential', range };
}

/** The scale of what adds where it is positive and takes where it is not. */
export function signed(grids: readonly Grid[]): Scale {
  const { low, high } = extentOf(grids) ?? { low: 0, high: 1 };
  return low < 0 && high > 0 ? centred(grids) : spanned(grids);
}

/**
 * The scale of changes, with zero in its middle.
 * @param least the smallest end of the scale, so that rounding has no colour
 */
export function centred(grids: readonly Grid[], least = 0): Scale {
  const { low, high } = extentOf(grids) ?? { low: 0, high: 0 };
  const most = Math.max(-low, high, least) || 1;
  const { high: end } = rounded({ low: 0, high: most });
  return { kind: 'diverging', range: { low: -end, high: end } };
}
