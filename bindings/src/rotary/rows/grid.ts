/** The cells of a grid as the rows of a rope's call. */

import { LARGEST_POSITION } from '../../arrays/positions.js';
import { wrongValue } from '../../base/errors.js';
import type { Precision } from '../../core/oscillators.js';
import { AxisRows } from './axis-rows.js';

/** How the cells of a grid become coordinates; see `axes.description.ts`. */
export interface GridForm {
  readonly lastAxisFirst: boolean;
  readonly normalise: 'none' | 'symmetric' | 'centres';
  readonly extent: 'own' | 'longest' | 'shortest';
  readonly offsets: readonly number[] | undefined;
  readonly reference: readonly number[] | undefined;
  readonly merge: number;
  readonly precision: Precision;
}

/** A grid that a caller gives. */
interface Given {
  readonly grid: readonly number[];
  /** Number of rows before the cells. */
  readonly prefix: number;
  /** Number of rows behind them. Defaults to 0. */
  readonly suffix?: number | undefined;
}

/**
 * The rows of a grid on `count` axes: `prefix` rows at the origin, which are not
 * turned, the cells, and `suffix` rows at the origin.
 */
export function gridRows(
  method: string,
  { grid, prefix, suffix = 0 }: Given,
  count: number,
  form: GridForm,
): AxisRows {
  if (grid.length < count) {
    const rule = `at least ${count}, one length for each axis`;
    throw wrongValue(method, 'grid.length', rule, grid.length, 'ERR_SHAPE');
  }
  const cells = grid.reduce((product, length) => product * length, 1);
  if (cells > LARGEST_POSITION) {
    throw wrongValue(method, 'grid', 'at most 2^53 cells', cells, 'ERR_SHAPE');
  }
  const lengths = grid.slice(grid.length - count);
  checkMerge(method, lengths, form.merge);
  const each = lengths.reduce((product, length) => product * length, 1);
  const coordinates = lengths.map((_, axis) =>
    coordinateOf(lengths, axis, form),
  );
  const place = placeOf(lengths, form.merge);
  return new AxisRows(prefix + cells + suffix, count, (axis, row) => {
    if (row < prefix || row >= prefix + cells) return 0;
    const at = place((row - prefix) % each, axis);
    return (coordinates[axis] as (place: number) => number)(at);
  });
}

function checkMerge(
  method: string,
  lengths: readonly number[],
  merge: number,
): void {
  lengths.slice(-2).forEach((length, i) => {
    if (length % merge === 0) return;
    const axis = Math.max(lengths.length - 2, 0) + i;
    const rule = `a multiple of ${merge}, the rope's axes.merge`;
    throw wrongValue(method, `grid[${axis}]`, rule, length);
  });
}

/** Gives the place of a cell on an axis. */
function placeOf(
  lengths: readonly number[],
  merge: number,
): (cell: number, axis: number) => number {
  const strides = lengths.map((_, axis) =>
    lengths.slice(axis + 1).reduce((product, length) => product * length, 1),
  );
  const count = lengths.length;
  const width = lengths[count - 1] as number;
  const plane = width * (lengths[count - 2] ?? 1);
  return (cell, axis) => {
    const stride = strides[axis] as number;
    if (merge === 1 || count < 2 || axis < count - 2) {
      return Math.floor(cell / stride) % (lengths[axis] as number);
    }
    // The cells of a plane come block by block.
    const inPlane = cell % plane;
    const block = Math.floor(inPlane / merge ** 2);
    const inside = inPlane % merge ** 2;
    const across = width / merge;
    return axis === count - 1
      ? (block % across) * merge + (inside % merge)
      : Math.floor(block / across) * merge + Math.floor(inside / merge);
  };
}

/**
 * Gives the coordinate of a place on an axis. In precision `torch` every step
 * is rounded to float32, as the programs do it.
 */
function coordinateOf(
  lengths: readonly number[],
  axis: number,
  form: GridForm,
): (place: number) => number {
  const { normalise, extent, offsets, reference, precision } = form;
  const round = precision === 'exact' ? (x: number) => x : Math.fround;
  const length = lengths[axis] as number;
  const offset = offsets?.[axis] ?? 0;
  const trained = reference?.[axis];
  const stretched = (x: number) =>
    trained === undefined ? x : round(round(x / length) * trained);
  if (normalise === 'symmetric') {
    const spread = spreadOf(length, round);
    return (place) => stretched(spread(round(place + offset)));
  }
  if (normalise === 'centres') {
    const whole = {
      own: length,
      longest: Math.max(...lengths),
      shortest: Math.min(...lengths),
    }[extent];
    return (place) => {
      const part = round(round(place + 0.5 + offset) / whole);
      return stretched(round(2 * part - 1));
    };
  }
  return (place) => stretched(round(place + offset));
}

/** Spreads 0, 1, …, length - 1 from -1 to 1, as torch.linspace does. */
function spreadOf(
  length: number,
  round: (x: number) => number,
): (place: number) => number {
  if (length === 1) return () => -1;
  const step = round(2 / (length - 1));
  const half = Math.floor(length / 2);
  return (place) =>
    place < half
      ? round(-1 + round(step * place))
      : round(1 - round(step * (length - 1 - place)));
}
