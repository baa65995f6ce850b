// The colours and marks of the ways, in all charts of this view.

import type { Series } from '../../figures/chart/look.js';
import { lineColour } from '../../plot/palette.js';
import type { Scale } from '../../plot/scales.js';
import { decadeScale } from '../../plot/scales.js';
import { theme } from '../../shell/theme.js';
import { ends } from './lines.js';
import { isStored, type Way, wayNames, ways } from './ways.js';

export const colourOf = (way: Way): string =>
  lineColour(ways.indexOf(way), theme());

/** A line of errors by position; those of exact angles are dashed. */
export const lineOf = (way: Way, values: ArrayLike<number>): Series => ({
  ...{ label: wayNames[way], colour: colourOf(way), values },
  mark: isStored(way) ? 'dashed' : 'line',
});

/** Dots of errors by pair. */
export const dotsOf = (way: Way, values: ArrayLike<number>): Series => ({
  ...{ label: wayNames[way], colour: colourOf(way), values },
  mark: isStored(way) ? 'ring' : 'dot',
});

/** Smaller errors than this are not drawn: they are below those of float32. */
const least = 1e-9;

/** The decades of some errors. */
export function errorScale(all: readonly Series[], level?: number): Scale {
  const values = all.flatMap((one) => Array.from(one.values));
  const seen = [...values, level ?? 0].filter((value) => value >= least);
  return decadeScale(seen);
}

/** The axis of positions. */
export const positionScale: Scale = {
  ...{ low: ends.from, high: ends.to, logarithmic: true },
};
