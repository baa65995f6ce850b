// The range of values that the colours of a table cover.

import type { ColourRange } from '../plot/colormap.js';
import type { Grid, Numbers } from '../plot/grid.js';

export interface ClippedRange extends ColourRange {
  /** Some values are beyond an end, and drawn in its colour. */
  readonly clipped: boolean;
}

const mantissas = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number, so that colours rest while values hardly change. */
export function roundUp(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  // A rounding error above a round number is that number.
  const m = mantissas.find((step) => step * power >= size * (1 - 1e-5));
  return Number(((m ?? 10) * power).toPrecision(3));
}

const most = 8192;

/** The size that all but one in 200 of some evenly picked values keep to. */
function usualSize(values: Numbers): number {
  // A stride that shares no factor with usual widths.
  const stride = Math.max(1, Math.floor(values.length / most)) | 1;
  const sizes: number[] = [];
  for (let i = 0; i < values.length; i += stride) {
    const size = Math.abs(values[i] as number);
    if (Number.isFinite(size)) sizes.push(size);
  }
  const sorted = Float64Array.from(sizes).sort();
  return sorted[Math.floor(0.995 * (sorted.length - 1))] ?? 0;
}

/** From least to largest of the finite values. */
export function limitsOf(values: Numbers): ColourRange {
  let [low, high] = [Infinity, -Infinity];
  // By index: of a million numbers an iterator takes ten times as long.
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < low && value !== -Infinity) low = value;
    if (value > high && value !== Infinity) high = value;
  }
  return low <= high ? { low, high } : { low: 0, high: 0 };
}

/**
 * From 0 where no value is negative, else symmetric about 0. A few values far
 * beyond the others do not take the colours from them.
 */
export function rangeOf({ values }: Grid): ClippedRange {
  const { low, high } = limitsOf(values);
  const largest = Math.max(-low, high);
  const usual = usualSize(values);
  const clipped = usual > 0 && largest > 8 * usual;
  const end = roundUp(clipped ? 2 * usual : largest);
  return { low: low < 0 ? -end : 0, high: end, clipped };
}
