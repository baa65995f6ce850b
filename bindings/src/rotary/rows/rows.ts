/** The rows of a rope's call: a range, lists of positions, or a grid. */

import { readNumbers } from '../../arrays/numbers.js';
import { shapeError } from '../../arrays/operand.js';
import {
  checkCount,
  conflict,
  LARGEST_POSITION,
  RowPositions,
} from '../../arrays/positions.js';
import { PosencTypeError, wrongValue } from '../../base/errors.js';
import type { RopeCore } from '../core.js';
import type { HeadsShape } from '../rotation/heads.js';
import { AxisRows } from './axis-rows.js';
import { gridRows } from './grid.js';
import { checkRows } from './reach.js';

/** The checked options that give positions other than a range. */
interface Options {
  /** Name of the option `positions` in errors. Defaults to `positions`. */
  readonly param?: string;
  readonly positions: unknown;
  readonly grid: readonly number[] | undefined;
  readonly prefix: number;
  readonly suffix?: number | undefined;
  readonly given: ReadonlySet<string>;
}

/** The rows of all sequences, which share their positions or have their own. */
export function sequenceAxisRows(
  method: string,
  options: Options,
  rows: AxisRows,
  { sequences, length }: Pick<HeadsShape, 'sequences' | 'length'>,
): readonly [AxisRows, ...AxisRows[]] {
  const { param = 'positions' } = options;
  const { shape, axes } = rows;
  const [first] = shape;
  const nested = shape.length === 2 && shape[1] === length;
  const fits = nested && (first === 1 || first === sequences);
  if (shape.length > 1 && !fits) {
    const batch =
      sequences === 1 ? '' : ` or [${axes}, ${sequences}, ${length}]`;
    const rule = `[${axes}, ${length}]${batch}`;
    throw shapeError(method, param, rule, [axes, ...shape]);
  }
  if (rows.length === length) return [rows];
  if (rows.length === sequences * length) {
    const own = Array.from({ length: sequences }, (_, i) =>
      rows.slice(i * length, (i + 1) * length),
    );
    return own as [AxisRows, ...AxisRows[]];
  }
  if (options.grid !== undefined) {
    const rule = `such that it has ${length} cells and prefix rows, those of x`;
    throw wrongValue(method, 'grid', rule, rows.length, 'ERR_SHAPE');
  }
  return [checkCount(method, param, rows, length)];
}

/**
 * Reads the lists of a rope with several axes, or a grid; undefined if neither
 * is given. They exclude the options `others`. It may run getters of the caller,
 * so that it must come before arrays are used.
 */
export function readAxisRows(
  method: string,
  core: RopeCore,
  options: Options,
  others: readonly string[],
): AxisRows | undefined {
  const { param = 'positions', positions, grid, prefix, given } = options;
  const found = ['grid', 'positions'].find((option) => given.has(option));
  for (const option of ['positions', ...others]) {
    if (found && found !== option && given.has(option)) {
      throw conflict(method, option, found);
    }
  }
  if (grid !== undefined) {
    if (!core.axes) {
      throw new PosencTypeError(
        `${method}: grid needs a rope with axes, which this rope has not`,
        { code: 'ERR_CONFLICT', param: 'grid' },
      );
    }
    const { count, grid: form } = core.axes;
    const rows = gridRows(method, { ...options, grid }, count, form);
    checkCells(method, grid, rows, core.maxFrequency);
    return rows;
  }
  if (prefix > 0) {
    throw new PosencTypeError(
      `${method}: prefix needs grid, before whose cells its rows come`,
      { code: 'ERR_CONFLICT', param: 'prefix' },
    );
  }
  if (positions === undefined || !core.axes) return undefined;
  const { count } = core.axes;
  const { lists, shape } = readLists(method, param, count, positions);
  for (const list of lists) checkRows(method, core, list);
  const [first] = lists as [RowPositions];
  // One list holds for all axes.
  const on = (axis: number, row: number) => (lists[axis] ?? first).at(row);
  return new AxisRows(first.length, count, on, shape);
}

/** Throws if a coordinate times a frequency exceeds 2^53. */
function checkCells(
  method: string,
  grid: readonly number[],
  rows: AxisRows,
  reach: number,
): void {
  const limit = LARGEST_POSITION / Math.max(reach, 1);
  for (let axis = 0; axis < rows.axes; ++axis) {
    for (const row of [0, rows.length - 1]) {
      if (Math.abs(rows.on(axis, row)) <= limit) continue;
      const rule = `such that coordinates are at most ${limit} from zero`;
      throw wrongValue(method, 'grid', rule, grid);
    }
  }
}

/** Lists of positions: one, or as many as there are axes. */
interface Lists {
  readonly lists: readonly RowPositions[];
  /** Lengths of the axes of a list, if a tensor tells them. */
  readonly shape?: readonly number[];
}

function readLists(
  method: string,
  param: string,
  count: number,
  value: unknown,
): Lists {
  const { parts, shape } = partsOf(method, param, value, count);
  if (!parts) return { lists: [RowPositions.list(method, param, value)] };
  const lists = parts.map((part, axis) =>
    RowPositions.list(method, `${param}[${axis}]`, part),
  );
  const rows = lists[0]?.length ?? 0;
  lists.forEach((list, axis) => {
    if (list.length === rows) return;
    const at = `${param}[${axis}].length`;
    const rule = `${rows}, as ${param}[0]`;
    throw wrongValue(method, at, rule, list.length, 'ERR_SHAPE');
  });
  return shape ? { lists, shape } : { lists };
}

/** The lists of all axes, if the value has more than one axis. */
function partsOf(
  method: string,
  param: string,
  value: unknown,
  count: number,
): {
  readonly parts?: readonly unknown[];
  readonly shape?: readonly number[];
} {
  if (Array.isArray(value)) {
    const [first] = value;
    const nested = Array.isArray(first) || ArrayBuffer.isView(first);
    if (!nested) return {};
    const { length } = value;
    if (length === count) return { parts: Array.from(value) };
    const rule = `${count}, a list for each axis of the rope`;
    throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
  }
  const tensor = readNumbers(method, param, value);
  if (!tensor) return {};
  const { list, shape } = tensor;
  if (shape.length < 2) return { parts: [list] };
  if (shape[0] !== count) {
    const rule = `[${count}, rows], a row for each axis of the rope`;
    throw shapeError(method, param, rule, shape);
  }
  const rows = list.length / count;
  const parts = Array.from({ length: count }, (_, axis) =>
    Array.prototype.slice.call(list, axis * rows, (axis + 1) * rows),
  );
  return { parts, shape: shape.slice(1) };
}
