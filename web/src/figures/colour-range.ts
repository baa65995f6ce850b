// The range of values that the colours of a map stand for.

import type { ColourRange } from '../plot/colormap.js';
import type { Grid, Numbers } from '../plot/grid.js';

export interface ClippedRange extends ColourRange {
  /** Some values lie beyond an end, and get the colour of that end. */
  readonly clipped: boolean;
}

const mantissas = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number, so that small changes do not change all colours. */
export function roundUp(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  // A number that exceeds a round one by rounding errors counts as round.
  const m = mantissas.find((step) => step * power >= size * (1 - 1e-5));
  return Number(((m ?? 10) * power).toPrecision(3));
}

const most = 8192;

/** The absolute value that 199 in 200 values stay below, from a sample. */
function usualSize(values: Numbers): number {
  // An odd stride, so that the sample is not from a few columns alone.
  const stride = Math.max(1, Math.floor(values.length / most)) | 1;
  const sizes: number[] = [];
  for (let i = 0; i < values.length; i += stride) {
    const size = Math.abs(values[i] as number);
    if (Number.isFinite(size)) sizes.push(size);
  }
  const sorted = Float64Array.from(sizes).sort();
  return sorted[Math.floor(0.995 * (sorted.length - 1))] ?? 0;
}

/** The smallest and the largest finite value. */
export function limitsOf(values: Numbers): ColourRange {
  let [low, high] = [Infinity, -Infinity];
  // By index, because an iterator takes ten times as long.
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < low && value !== -Infinity) low = value;
    if (value > high && value !== Infinity) high = value;
  }
  return low <= high ? { low, high } : { low: 0, high: 0 };
}

/**
 * A range from 0 where no value is negative, else symmetric about 0. A few
 * values far beyond the others are left outside, so that the others differ in
 * colour. Several tables get one range for all.
 */
export function rangeOf(...grids: readonly Grid[]): ClippedRange {
  const limits = grids.map(({ values }) => limitsOf(values));
  const low = Math.min(...limits.map((one) => one.low));
  const high = Math.max(...limits.map((one) => one.high));
  const largest = Math.max(-low, high);
  const usual = Math.max(...grids.map(({ values }) => usualSize(values)));
  const clipped = usual > 0 && largest > 8 * usual;
  const end = roundUp(clipped ? 2 * usual : largest);
  return { low: low < 0 ? -end : 0, high: end, clipped };
}
