// The scales of a chart: where a value stands on an axis, and which values have
// a mark there.

import { roundStep } from './ticks.js';

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly logarithmic: boolean;
}

/** Where a value stands, from 0 at the low end to 1 at the high one. */
export function placeOn({ low, high, logarithmic }: Scale, value: number) {
  if (!logarithmic) return (value - low) / (high - low || 1);
  return Math.log(value / low) / Math.log(high / low);
}

/** A linear scale with round ends, on which all finite values have room. */
export function linearScale(values: Iterable<number>): Scale {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) [least, most] = [0, 1];
  const step = roundStep(most - least || 1, 5, 'tens');
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  return { low, high: high > low ? high : low + step, logarithmic: false };
}

/** The decades that hold all finite values above 0. */
export function decadeScale(values: Iterable<number>): Scale {
  let [least, most] = [Infinity, 0];
  for (const value of values) {
    if (!Number.isFinite(value) || value <= 0) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) [least, most] = [1, 10];
  const first = Math.floor(Math.log10(least));
  const last = Math.max(first + 1, Math.ceil(Math.log10(most)));
  return { low: 10 ** first, high: 10 ** last, logarithmic: true };
}

/**
 * Up to about `most` round values on a scale, both ends among them if round. With
 * `between`, few powers of ten have marks at 2 and 5 between them.
 */
export function marksOn(scale: Scale, most: number, between = false): number[] {
  const { low, high, logarithmic } = scale;
  const marks: number[] = [];
  // Less than a decade has few powers of ten, and looks almost linear.
  if (logarithmic && high < 10 * low) {
    return marksOn({ low, high, logarithmic: false }, most);
  }
  if (logarithmic) {
    const [first, last] = [low, high].map(Math.log10) as [number, number];
    const every = Math.max(1, Math.ceil((last - first) / most));
    const steps = between && 3 * (last - first) <= most ? [1, 2, 5] : [1];
    for (
      let power = Math.floor(first + 1e-9);
      power <= last + 1e-9;
      power += every
    ) {
      const all = steps.map((step) => Number(`${step}e${power}`));
      marks.push(
        ...all.filter((mark) => {
          const at = Math.log10(mark);
          return at >= first - 1e-9 && at <= last + 1e-9;
        }),
      );
    }
    return marks;
  }
  const step = roundStep(high - low || 1, most, 'tens');
  for (
    let i = Math.ceil(low / step - 1e-9);
    i * step <= high + 1e-9 * step;
    i++
  ) {
    marks.push(Number((i * step).toPrecision(12)));
  }
  return marks;
}

/** The index of the value nearest to a place on a scale. */
export function nearestTo(
  scale: Scale,
  values: ArrayLike<number>,
  place: number,
): number {
  let [best, gap] = [0, Infinity];
  for (let i = 0; i < values.length; i++) {
    const off = Math.abs(placeOn(scale, values[i] as number) - place);
    if (off < gap) [best, gap] = [i, off];
  }
  return best;
}
