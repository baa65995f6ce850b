/** The columns of each axis of a grid, and their frequencies. */

import { PosencTypeError, wrongValue } from '../base/errors.js';
import type { Spacing } from '../core/oscillators.js';
import type { Checked } from '../describe/checks.js';
import type { sinusoidalGridParameters } from './sinusoidal-grid.description.js';

type GridOptions = Checked<typeof sinusoidalGridParameters>;

/** The columns of an axis, as the core's `AxisColumns`. */
export interface Columns {
  readonly sines: number;
  readonly cosines: number;
  readonly step: number;
  readonly count: number;
  readonly coordinate: number;
}

/** The division of a row among the axes. */
export interface Share {
  /** The columns of each axis; undefined if the row ends before the axis. */
  readonly columns: readonly (Columns | undefined)[];
  /** Number of sines and cosines of an axis that is not cut off. */
  readonly width: number;
  /** Whether some columns belong to no axis. */
  readonly rest: boolean;
}

/** Divides a row among `axes` axes, as the checked options say. */
export function shareRow(
  method: string,
  options: GridOptions,
  axes: number,
): Share {
  const { dim, share, layout, lastAxisFirst } = options;
  const own = options.includeCoordinates ? 1 : 0;
  const width = axisWidth(method, options, axes, own);
  if (share === 'up' && layout !== 'interleaved') {
    throw new PosencTypeError(
      `${method}: share "up" cuts a row off, which needs the layout ` +
        '"interleaved"',
      { code: 'ERR_CONFLICT', param: 'share' },
    );
  }
  let used = 0;
  const columns = Array.from({ length: axes }, (_, a) => {
    const place = lastAxisFirst ? axes - 1 - a : a;
    const begin = place * (width + own);
    const count = Math.min(width, dim - begin - own);
    if (count <= 0) return undefined;
    used += count + own;
    const pairs = width / 2;
    const coordinate = own ? begin : -1;
    if (layout === 'interleaved') {
      const sines = begin + own;
      return { sines, cosines: sines + 1, step: 2, count, coordinate };
    }
    if (layout === 'blocks') {
      const sines = begin + own;
      return { sines, cosines: sines + pairs, step: 1, count, coordinate };
    }
    const sines = axes * own + place * pairs;
    return {
      sines,
      cosines: sines + axes * pairs,
      step: 1,
      count,
      coordinate: own ? place : -1,
    };
  });
  return { columns, width, rest: used < dim };
}

function axisWidth(
  method: string,
  { dim, share }: GridOptions,
  axes: number,
  own: number,
): number {
  const pairs = (dim / axes - own) / 2;
  if (share === 'exact' && !(Number.isInteger(pairs) && pairs >= 1)) {
    const rule = own
      ? `${axes} times an odd integer ≥ 3`
      : `a multiple of ${2 * axes}`;
    const hint = `${rule} (or share "up" or "down")`;
    throw wrongValue(method, 'dim', hint, dim);
  }
  const width = 2 * (share === 'up' ? Math.ceil(pairs) : Math.floor(pairs));
  if (width < 2) {
    const least = axes * (2 + own);
    throw wrongValue(method, 'dim', `at least ${least}`, dim);
  }
  return width;
}

/** The frequencies of an axis with `width` sines and cosines. */
export function axisSpacing(
  method: string,
  options: GridOptions,
  width: number,
): Spacing {
  const { base, bands, shift, maxResolution, precision } = options;
  const pairs = width / 2;
  if (bands === 'geometric') {
    const span = pairs - shift;
    if (pairs > 1 && span <= 0) {
      const rule = `less than ${pairs}, the pairs of an axis`;
      throw wrongValue(method, 'shift', rule, shift);
    }
    return { base, span: span > 0 ? span : 1, byExponential: shift > 0 };
  }
  if (precision === 'ggml') {
    throw new PosencTypeError(
      `${method}: precision "ggml" is for geometric bands only`,
      { code: 'ERR_CONFLICT', param: 'precision' },
    );
  }
  return {
    base: maxResolution / 2,
    span: Math.max(pairs - 1, 1),
    curve: bands === 'linear' ? 'linear' : 'rising',
    halfTurns: true,
  };
}

/** The largest frequency of a spacing, in radians, about. */
export function largestFrequency({ base, halfTurns }: Spacing): number {
  return halfTurns ? Math.PI * base : 1;
}
