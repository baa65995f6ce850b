/** The coordinates of a grid's cells, axis by axis. */

import { readShapedIndices } from '../arrays/indices.js';
import { conflict, LARGEST_POSITION } from '../arrays/positions.js';
import { product } from '../arrays/tensor.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import { fitAxes } from '../describe/axes.js';
import type { Checked } from '../describe/checks.js';
import type { sinusoidalGridParameters } from './sinusoidal-grid.description.js';

type GridOptions = Checked<typeof sinusoidalGridParameters>;

/** An axis: its cells, and the distance of their rows in the table. */
export interface Axis {
  readonly length: number;
  /** Number of rows from one cell of the axis to the next. */
  readonly stride: number;
  /** First coordinate; the others follow in steps of 1. */
  readonly start: number;
  /** All coordinates, if they are not such a sequence. */
  readonly list?: Float64Array;
}

/** DETR adds this number to the divisor. */
const EPSILON = 1e-6;

/** The cells of one or of several images. */
export interface Cells {
  readonly axes: readonly Axis[];
  /** Number of cells of an image. */
  readonly cells: number;
  /**
   * Number of images. If there are several, their cells follow each other in
   * the lists of all axes.
   */
  readonly images: number;
}

/** The axes that checked options give, and the numbers of cells and images. */
export function gridAxes(method: string, options: GridOptions): Cells {
  if (options.coordinates) return listedAxes(method, options);
  const { grid, given } = options;
  if (grid === undefined) {
    throw new PosencTypeError(
      `${method}: grid or coordinates is required: lengths of axes, or a list`,
      { code: 'ERR_MISSING', param: 'grid' },
    );
  }
  if (given.has('axes') && options.axes !== grid.length) {
    const rule = `${options.axes}, the number of axes`;
    throw wrongValue(method, 'grid.length', rule, grid.length, 'ERR_SHAPE');
  }
  const cells = product(grid);
  if (cells > LARGEST_POSITION) {
    throw wrongValue(method, 'grid', 'at most 2^53 cells', cells, 'ERR_SHAPE');
  }
  const lines = grid.map((length, a) => ({
    length,
    stride: product(grid.slice(a + 1)),
  }));
  const mask = readMask(method, options.mask, grid, cells);
  const { divisors } = options;
  if (divisors && divisors.length !== grid.length) {
    const rule = `${grid.length}, the number of axes`;
    const at = 'divisors.length';
    throw wrongValue(method, at, rule, divisors.length, 'ERR_SHAPE');
  }
  if (divisors && mask) throw conflict(method, 'divisors', 'mask');
  const axes = lines.map((line, a) =>
    mask
      ? maskedAxis(line, mask, options)
      : plainAxis(line, options, divisors?.[a] ?? 1),
  );
  return { axes, cells, images: mask ? mask.length / cells : 1 };
}

interface Line {
  readonly length: number;
  readonly stride: number;
}

/** The options that apply only to a grid, whose coordinates are counted. */
const COUNTED = [
  ...(['grid', 'start', 'offset', 'divisors', 'normalise', 'mask'] as const),
] as const;

function listedAxes(method: string, options: GridOptions): Cells {
  const { coordinates = [], axes: many, given } = options;
  for (const param of COUNTED) {
    if (!given.has(param)) continue;
    throw new PosencTypeError(
      `${method}: ${param} and coordinates exclude each other; give one of them`,
      { code: 'ERR_CONFLICT', param },
    );
  }
  const cells = coordinates.length / many;
  if (!Number.isInteger(cells)) {
    const rule = `a multiple of ${many}, the number of axes`;
    const { length } = coordinates;
    throw wrongValue(method, 'coordinates.length', rule, length, 'ERR_SHAPE');
  }
  const axes = Array.from({ length: many }, (_, a) => ({
    length: Math.max(cells, 1),
    stride: 1,
    start: 0,
    list: Float64Array.from(
      { length: cells },
      (_, cell) => coordinates[cell * many + a] as number,
    ),
  }));
  return { axes, cells, images: 1 };
}

function plainAxis(line: Line, options: GridOptions, divisor: number): Axis {
  const { start, offset, normalise } = options;
  const { length } = line;
  if (normalise === 'none' && offset === 0 && divisor === 1) {
    return { ...line, start };
  }
  const at = (i: number) => (start + i) / divisor;
  const list = Float64Array.from({ length }, (_, i) =>
    normalised(at(i), at(0), at(length - 1), options),
  );
  return { ...line, start, list };
}

/** The numbers of the masks of all images, one image after the other. */
function readMask(
  method: string,
  given: unknown,
  grid: readonly number[],
  cells: number,
): Float64Array | undefined {
  if (given === undefined) return undefined;
  const most = grid.length + 1;
  const { list, shape } = readShapedIndices(method, 'mask', given, 1, most);
  if (list.length === 0 || list.length % cells !== 0) {
    const rule = `a multiple of ${cells}, the number of cells, and not 0`;
    throw wrongValue(method, 'mask.length', rule, list.length, 'ERR_SHAPE');
  }
  // A batch has one more axis, the slowest; the cells of an image may be one.
  const own = grid.map(String);
  const axes = [own, ['batch', ...own], ['batch', String(cells)]];
  fitAxes({ method, param: 'mask' }, { axes }, shape, {});
  return list;
}

/**
 * Coordinates on a masked axis: in each line of each image, the number of cells
 * so far that count.
 */
function maskedAxis(
  { length, stride }: Line,
  mask: ArrayLike<number>,
  options: GridOptions,
): Axis {
  const { start } = options;
  const list = new Float64Array(mask.length);
  for (let line = 0; line < mask.length / length; ++line) {
    const first = Math.floor(line / stride) * stride * length + (line % stride);
    let place = start - 1;
    for (let i = 0; i < length; ++i) {
      const cell = first + i * stride;
      if (mask[cell] === 0) place += 1;
      list[cell] = place;
    }
    for (let i = 0; i < length; ++i) {
      const cell = first + i * stride;
      list[cell] = normalised(list[cell] as number, start, place, options);
    }
  }
  return { length: mask.length, stride: 1, start, list };
}

function normalised(
  x: number,
  first: number,
  last: number,
  { normalise, offset }: GridOptions,
): number {
  if (normalise === 'none') return x + offset;
  if (normalise === 'last') {
    return ((x + offset) / (last + EPSILON)) * (2 * Math.PI);
  }
  return last === first ? -1 : -1 + (2 * (x + offset - first)) / (last - first);
}

/** Throws if a coordinate times a frequency exceeds 2^53. */
export function checkCoordinates(
  method: string,
  axis: Axis,
  frequency: number,
  { coordinates, divisors, start }: GridOptions,
): void {
  const limit = LARGEST_POSITION / Math.max(frequency, 1);
  const ends = axis.list ?? [axis.start, axis.start + axis.length - 1];
  for (const x of ends) {
    if (Math.abs(x) <= limit) continue;
    const rule = `such that coordinates are at most ${limit} from zero`;
    if (coordinates) throw wrongValue(method, 'coordinates', rule, x);
    const [param, given] = divisors ? ['divisors', divisors] : ['start', start];
    throw wrongValue(method, param as string, rule, given);
  }
}
