/** The columns of each axis of a grid, and their frequencies. */

import { conflict } from '../arrays/positions.js';
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
  /** Number of sines and cosines of each axis, if it is not cut off. */
  readonly widths: readonly number[];
  /** Whether some columns belong to no axis. */
  readonly rest: boolean;
}

/** Divides a row among `axes` axes, as the checked options say. */
export function shareRow(
  method: string,
  options: GridOptions,
  axes: number,
): Share {
  const { dim, share, layout } = options;
  const own = options.includeCoordinates ? 1 : 0;
  const widths =
    givenWidths(method, options, axes, own) ??
    Array<number>(axes).fill(axisWidth(method, options, axes, own));
  if (share === 'up' && layout !== 'interleaved') {
    throw new PosencTypeError(
      `${method}: share "up" cuts a row off, which needs the layout ` +
        '"interleaved"',
      { code: 'ERR_CONFLICT', param: 'share' },
    );
  }
  const order = orderOf(method, options, axes);
  const sum = (parts: readonly number[]) =>
    parts.reduce((all, axis) => all + (widths[axis] as number), 0);
  let used = 0;
  const columns = widths.map((width, a) => {
    const place = order.indexOf(a);
    const ahead = sum(order.slice(0, place));
    const begin = ahead + place * own;
    const count = Math.min(width, dim - begin - own);
    if (count <= 0) return undefined;
    used += count + own;
    const pairs = width / 2;
    const coordinate = own ? begin : -1;
    const sines = begin + own;
    if (layout === 'interleaved') {
      return { sines, cosines: sines + 1, step: 2, count, coordinate };
    }
    if (layout === 'blocks') {
      return { sines, cosines: sines + pairs, step: 1, count, coordinate };
    }
    const wave = axes * own + ahead / 2;
    return {
      ...{ sines: wave, cosines: wave + sum(order) / 2, step: 1, count },
      coordinate: own ? place : -1,
    };
  });
  return { columns, widths, rest: used < dim };
}

/** The widths that options list; undefined if the axes share the row evenly. */
function givenWidths(
  method: string,
  { dim, widths, share }: GridOptions,
  axes: number,
  own: number,
): readonly number[] | undefined {
  if (!widths) return undefined;
  if (share !== 'exact') throw conflict(method, 'widths', 'share');
  if (widths.length !== axes) {
    const rule = `${axes}, the number of axes`;
    throw wrongValue(method, 'widths.length', rule, widths.length, 'ERR_SHAPE');
  }
  widths.forEach((width, a) => {
    if (width % 2) throw wrongValue(method, `widths[${a}]`, 'even', width);
  });
  const sum = widths.reduce((all, width) => all + width + own, 0);
  if (sum === dim) return widths;
  const rule = `such that columns add up to dim = ${dim}`;
  throw wrongValue(method, 'widths', rule, sum);
}

/** The axes in the order of their columns. */
function orderOf(
  method: string,
  { order, lastAxisFirst }: GridOptions,
  axes: number,
): readonly number[] {
  const rising = Array.from({ length: axes }, (_, axis) => axis);
  if (!order) return lastAxisFirst ? rising.reverse() : rising;
  if (lastAxisFirst) throw conflict(method, 'order', 'lastAxisFirst');
  if (order.length === axes && rising.every((axis) => order.includes(axis))) {
    return order;
  }
  const rule = `each of the ${axes} axes once, from 0`;
  throw wrongValue(method, 'order', rule, order.join(', '));
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
